import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CreateGroup, GroupName } from "./group.ts";
import { parseInput } from "./input.ts";

test.each([
  ["", "must not be empty"],
  ["x".repeat(101), "at most 100"],
  [" a", "space"],
  ["a ", "space"],
  ["a  b", "space"],
  ["Web", "lower case"],
  ["a.b", "not allowed"],
  ["a\tb", "not allowed"],
  ["a\n", "not allowed"],
  ["../x", "not allowed"],
  ["ä", "not allowed"],
])("a group cannot be called %j", (name, reason) => {
  expect(() => parseInput(CreateGroup, { name })).toThrow(`invalid "name": `);
  expect(() => parseInput(CreateGroup, { name })).toThrow(reason);
});

test("words of a-z, 0-9, _ and - with single spaces between are names, and nothing else is", () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9_-]{1,9}$/), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(words, (parts) => {
      expect(GroupName.parse(parts.join(" "))).toBe(parts.join(" "));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "B", " ", "_", "-", ".", "\n", "é") }), (text) => {
      const isName =
        text.length > 0 && text.length <= 100 && text.split(" ").every((word) => /^[a-z0-9_-]+$/.test(word));
      expect(GroupName.safeParse(text).success).toBe(isName);
    }),
    { numRuns: 1_000 },
  );
});
