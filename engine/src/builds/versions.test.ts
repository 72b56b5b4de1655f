import fc from "fast-check";
import { expect, test } from "vitest";
import { isSamePython, newestPython } from "./python-version.ts";
import { compareVersions, inRange, newest, parseVersion } from "./version-order.ts";

test("versions of npm and Go are ordered as their standard says", () => {
  const inOrder = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "2.0.0",
  ];
  const shuffled = fc.shuffledSubarray(inOrder, { minLength: inOrder.length });
  fc.assert(
    fc.property(shuffled, (texts) => {
      const sorted = texts.map((text) => parseVersion(text)!).toSorted(compareVersions);
      expect(sorted.map(({ text }) => text)).toEqual(inOrder);
    }),
  );
});

test.each([
  [["1.0.0", "2.0.0-rc.1"], "1.0.0"],
  [["2.0.0-rc.1", "2.0.0-rc.2"], "2.0.0-rc.2"],
  [["v1.9.0", "v1.10.0+incompatible", "latest"], "v1.10.0+incompatible"],
  [[], undefined],
])("the newest of %j is %s", (texts, expected) => {
  expect(newest(texts)).toBe(expected);
});

const released = ["0.2.3", "0.2.9", "0.3.0", "1.2.3", "1.2.9", "1.3.0", "1.4.0-rc.1", "2.0.0"];
test.each([
  ["1", ["1.2.3", "1.2.9", "1.3.0"]],
  ["1.x", ["1.2.3", "1.2.9", "1.3.0"]],
  ["1.2", ["1.2.3", "1.2.9"]],
  ["1.2.x", ["1.2.3", "1.2.9"]],
  ["~1.2.4", ["1.2.9"]],
  ["~1", ["1.2.3", "1.2.9", "1.3.0"]],
  ["^1.2.4", ["1.2.9", "1.3.0"]],
  ["^0.2.4", ["0.2.9"]],
  ["^0.0.3", []],
  ["3", []],
  ["next", undefined],
])("the range %s means %j", (range, expected) => {
  expect(inRange(released, range)).toEqual(expected);
});

test("versions of Python are ordered as their standard says", () => {
  const inOrder = [
    "1.dev0",
    "1.0.dev456",
    "1.0a1",
    "1.0a2.dev456",
    "1.0a12",
    "1.0b1.dev456",
    "1.0b2",
    "1.0rc1",
    "1.0",
    "1.0.post456.dev34",
    "1.0.post456",
    "1.1.dev1",
    "1.10",
    "2024.1",
    "1!0.1",
  ];
  const pairs = inOrder.flatMap((first, index) => inOrder.slice(index + 1).map((second) => [first, second]));
  const isPreview = (text: string): boolean => /[a-z]/.test(text.replace("post", ""));
  const comparable = pairs.filter(([first, second]) => isPreview(first!) === isPreview(second!));
  expect(comparable.filter((pair) => newestPython(pair) !== pair[1] && !isSamePython(pair[0]!, pair[1]!))).toEqual([]);
});

test.each([
  [["1.0", "2.0rc1"], "1.0"],
  [["2.0.dev1", "2.0rc1"], "2.0rc1"],
  [["2025.9.1", "2025.10.2", "not-a-version"], "2025.10.2"],
])("the newest Python version of %j is %s", (texts, expected) => {
  expect(newestPython(texts)).toBe(expected);
});

test.each([
  ["1.0", "1.0.0", true],
  ["v1.0", "1.0", true],
  ["1.0-1", "1.0.post1", true],
  ["1.0+cpu", "1.0", true],
  ["1.0", "1.0.1", false],
])("%s and %s are one version: %j", (a, b, expected) => {
  expect(isSamePython(a, b)).toBe(expected);
});
