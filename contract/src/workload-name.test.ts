import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WorkloadName, workloadNameFrom } from "./workload-name.ts";

describe("a workload name", () => {
  test.each(["a", "github", "My_Server-2.1", "0", "a.jsonx", "json", "x".repeat(100)])("may be %j", (name) => {
    expect(WorkloadName.parse(name)).toBe(name);
  });

  test.each([
    ["", "must not be empty"],
    ["x".repeat(101), "at most 100"],
    ["a b", "not allowed"],
    ["ä", "not allowed"],
    ["a/b", "not allowed"],
    ["a\0", "not allowed"],
    ["a\n", "not allowed"],
    ["$(x)", "not allowed"],
    ["..", "start with a letter or digit"],
    ["-rf", "start with a letter or digit"],
    [".hidden", "start with a letter or digit"],
    ["a..b", "two dots"],
    ["a.json", `end in ".json"`],
    ["A.JSON", `end in ".json"`],
  ])("may not be %j", (name, reason) => {
    expect(WorkloadName.safeParse(name).error?.issues[0]?.message).toContain(reason);
  });

  test("never holds what is not a plain file name", () => {
    const hostile = fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", "j", "s", "o", "n", " ", "\n", "-") });
    fc.assert(
      fc.property(hostile, (name) => {
        fc.pre(WorkloadName.safeParse(name).success);
        expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
        expect(name).not.toContain("..");
        expect(name.endsWith(".json")).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a derived name", () => {
  test.each([
    ["tool", "tool"],
    ["osv", "osv"],
    ["ghcr.io/acme/Tool:1.2", "Tool"],
    ["localhost:5000/tool", "tool"],
    ["localhost:5000/tool:1@sha256:0123abcd", "tool"],
    ["a.b/c_d@sha256:12", "c_d"],
    ["npx://@scope/pkg@1.2.3", "pkg"],
    ["npx://@scope/pkg", "pkg"],
    ["uvx://mcp-server-fetch@latest", "mcp-server-fetch"],
    ["go://example.test/acme/tool/v2@v2.0.1", "tool"],
    ["go://./cmd/server", "server"],
    ["https://api.example.com/mcp", "example"],
    ["https://mcp.example.co.uk:8443/x", "example"],
    ["http://127.0.0.1:9000/mcp", "127.0.0.1"],
    ["data.json", "data"],
    ["", "workload"],
    ["go://.", "workload"],
    ["https://", "workload"],
  ])("of %j is %j", (from, name) => {
    expect(workloadNameFrom(from)).toBe(name);
  });

  const reference = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("a", "/", ":", "@", ".", "-", "_", "json", "npx://", "https://"),
      maxLength: 40,
    }),
    fc.webUrl(),
    fc.string({ unit: fc.constantFrom("a", "B", ".", "-", ".json"), minLength: 60, maxLength: 300 }),
  );

  test("is always valid and leaves room to be made unique", () => {
    fc.assert(
      fc.property(reference, (text) => {
        const name = workloadNameFrom(text);
        expect(WorkloadName.safeParse(name).success).toBe(true);
        expect(WorkloadName.safeParse(`${name}-${Number.MAX_SAFE_INTEGER}`).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a valid name in a repository is that name", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]+([._-][a-z0-9]+){0,3}$/), fc.nat(99), (name, tag) => {
        fc.pre(name.length <= 80 && !name.endsWith(".json") && !/^v\d+$/.test(name));
        expect(workloadNameFrom(`registry.example:5000/team/${name}:${tag}`)).toBe(name);
      }),
    );
  });
});
