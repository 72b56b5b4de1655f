import { describe, expect, test } from "vitest";
import { createBuildOutput } from "./build-output.ts";

/** Everything that is reported of an output, fed in pieces of one size. */
function read(output: string, { pieces = 7, error = "it failed" } = {}) {
  const texts: string[] = [];
  const it = createBuildOutput({ onProgress: (text) => texts.push(text) });
  for (let at = 0; at < output.length; at += pieces) it.take(output.slice(at, at + pieces));
  return { texts, failure: it.failure(error) };
}

const docker = `Step 1/3 : FROM a
 ---> 0123
Step 2/3 : RUN ["x"]
 ---> Running in 4567
\u001b[91mnpm error code E404
\u001b[0mnpm error 404 Not Found
Removing intermediate container 4567
`;

describe.each([1, 7, 1000])("in pieces of %i", (pieces) => {
  test("the steps of Docker are found, and its own remarks are not the reason", () => {
    const { texts, failure } = read(docker, { pieces, error: "The command 'x' returned a non-zero code: 1" });
    expect(texts).toEqual(["step 1 of 3: FROM a", `step 2 of 3: RUN ["x"]`]);
    expect(failure.message).toBe(
      "step 2 of 3 failed: npm error code E404; npm error 404 Not Found (The command 'x' returned a non-zero code: 1)",
    );
  });

  test("the steps of Podman are found, stage by stage", () => {
    const { texts } = read("[1/2] STEP 1/2: FROM a AS b\nSTEP 2/2: RUN x\n--> 01\n[2/2] STEP 1/1: FROM c\n", {
      pieces,
    });
    expect(texts).toEqual([
      "stage 1 of 2, step 1 of 2: FROM a AS b",
      "step 2 of 2: RUN x",
      "stage 2 of 2, step 1 of 1: FROM c",
    ]);
  });
});

test("only the last lines of the step that failed are told, and each up to a length", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  const { failure } = read(`Step 1/2 : RUN a\nearlier\nStep 2/2 : RUN b\n${lines.join("\n")}\n${"x".repeat(5000)}`);
  expect(failure.message).not.toMatch(/earlier|line 40/);
  expect(failure.message).toContain("line 49; xxx");
  expect(failure.message.length).toBeLessThan(1000);
});

test("a bar that is drawn again and again is many lines, of which the last count", () => {
  expect(read("Step 1/1 : RUN a\n1%\r50%\r100%\rno space\n").failure.message).toContain("100%; no space");
});

test.each([
  ["npm error code ECONNRESET", "internal"],
  ["dial tcp: lookup proxy.example.test: i/o timeout", "internal"],
  ["npm error code E404", "invalid_input"],
  ["main.go:3: undefined: x", "invalid_input"],
])("%s is %s", (line, code) => {
  const { failure } = read(`Step 1/1 : RUN a\n${line}\n`, { error: "npm --fetch-timeout=1 returned 1" });
  expect(failure.code).toBe(code);
});

test("a builder that fails before any step says why itself", () => {
  expect(read("", { error: "dial tcp: connection refused" }).failure).toMatchObject({
    code: "internal",
    message: "dial tcp: connection refused",
  });
});
