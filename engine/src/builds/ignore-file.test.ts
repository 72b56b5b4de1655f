import { expect, test } from "vitest";
import { readIgnoreRules } from "./ignore-file.ts";

test.each([
  ["*.log", "a.log", true],
  ["*.log", "sub/a.log", false],
  ["**/*.log", "a.log", true],
  ["**/*.log", "sub/deep/a.log", true],
  ["build", "build/out/x", true],
  ["/build/", "build/x", true],
  ["./build", "build", true],
  ["build", "rebuild", false],
  ["a/**/z", "a/z", true],
  ["a/**/z", "a/b/c/z", true],
  ["?.txt", "a.txt", true],
  ["?.txt", "ab.txt", false],
  ["[ab].txt", "b.txt", true],
  ["[ab].txt", "c.txt", false],
  ["a+b (1).txt", "a+b (1).txt", true],
  ["# build", "build", false],
  ["*\n!keep", "keep", false],
  ["*\n!keep", "drop", true],
  ["*\n!docs/keep", "docs/keep", false],
  ["!x\nx", "x", true],
  ["", "main.go", false],
])("BD-09: .dockerignore %j on %s: left out is %j", (text, path, expected) => {
  expect(readIgnoreRules(text).leavesOut(path)).toBe(expected);
});

test.each([".git/config", "sub/.git", ".env", "cmd/.env.local", "web/node_modules/x/y.js"])(
  "BD-09: %s stays out, whatever .dockerignore says",
  (path) => {
    expect(readIgnoreRules("!**").leavesOut(path)).toBe(true);
  },
);

test("BD-09: names that only begin alike are ordinary files", () => {
  const { leavesOut } = readIgnoreRules("");
  expect([".gitignore", ".environment", "node_modules.go", "x.env"].filter(leavesOut)).toEqual([]);
});
