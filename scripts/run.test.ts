import { expect, test } from "vitest";
import { run } from "./run.ts";

const node = (script: string): string[] => [process.execPath, "-e", script];

test("a program's streams and success are the answer", async () => {
  expect(await run(node("console.log(1); console.error(2)"))).toEqual({
    ok: true,
    stdout: "1\n",
    stderr: "2\n",
    isOverdue: false,
  });
  expect(await run(node("process.exitCode = 3"))).toMatchObject({ ok: false, isOverdue: false });
});

test("a program that is not there is named", async () => {
  expect(await run(["no-such-program"])).toMatchObject({
    ok: false,
    stderr: expect.stringContaining("no-such-program"),
  });
});

test("a program that takes too long is ended with all it started", async () => {
  // Both hold stdout open: the answer comes only when both are gone.
  const script = `require("child_process").spawn("sleep", ["600"], { stdio: "inherit" }); setInterval(() => {}, 1000)`;
  expect(await run(node(script), { limitMs: 300 })).toMatchObject({ ok: false, isOverdue: true });
});
