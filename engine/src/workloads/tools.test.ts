import { expect, test } from "vitest";
import { checkTools } from "./tools.ts";

test("tools are offered by the names clients see", () => {
  expect(() => checkTools({ tools: ["search"], tools_override: { find: { name: "search" } } })).not.toThrow();
  expect(() => checkTools({ tools: ["find"], tools_override: { find: { description: "d" } } })).not.toThrow();
  expect(() => checkTools({ tools: ["find"], tools_override: { find: { name: "search" } } })).toThrow(
    `"find" is offered as "search"`,
  );
});

test("two tools may swap their names, but not share one", () => {
  expect(() => checkTools({ tools: ["a"], tools_override: { a: { name: "b" }, b: { name: "a" } } })).not.toThrow();
  expect(() => checkTools({ tools: [], tools_override: { a: { name: "c" }, b: { name: "c" } } })).toThrow(
    `"a" and "b" would both be called "c"`,
  );
});
