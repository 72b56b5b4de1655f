import { expect, test } from "vitest";
import { yamlSettings } from "./yaml-settings.ts";

const LAUGHS = ["a: &a [1,1,1,1,1,1,1,1,1]"];
for (const [at, name] of Array.from("bcdefghijk").entries()) {
  const last = "abcdefghijk"[at]!;
  LAUGHS.push(`${name}: &${name} [${Array(9).fill(`*${last}`).join(",")}]`);
}

const REFUSED: ReadonlyArray<readonly [string, string, string]> = [
  ["two documents", "a: 1\n---\nb: 2\n", "not valid YAML (multiple docs) at line 2, column 1"],
  ["a key twice", "a: 1\nb:\n  c: 1\n  c: 2\n", "a key appears twice in one map at line 4, column 3"],
  ["a list as the root", "- a\n", "its root is not a map at line 1, column 1"],
  ["a list behind the key", "extensions:\n  - a\n", '"extensions" is not a map at line 2, column 3'],
  ["an explicit null behind the key", "extensions: null\n", '"extensions" is not a map at line 1, column 13'],
  ["a reference behind the key", "a: &a {}\nextensions: *a\n", '"extensions" is not a map at line 2, column 13'],
  ["tabs", "a:\n\tb: 1\n", "not valid YAML (tab as indent) at line 2, column 1"],
  ["references to nowhere", "a: *b\n", "its references cannot be followed"],
  ["references without end", LAUGHS.join("\n"), "its references cannot be followed"],
];

test.each(REFUSED)("CL-06 YAML with %s is refused with the place", (_title, text, reason) => {
  expect(() => yamlSettings.read(text, "extensions")).toThrow(reason);
});

test("CL-06 an entry that others refer to is not replaced", () => {
  const settings = yamlSettings.read("extensions:\n  a: &a\n    x: 1\n  b: *a\n", "extensions");
  const replaced = settings.rewrite(new Map([["a", { kind: "value", value: { uri: "u" } }]]));
  expect(() => yamlSettings.read(replaced, "extensions")).toThrow("its references cannot be followed");
});

test("CL-04 names that YAML reads as something else are quoted", () => {
  const names = ["true", "null", "1", "1.5", "-", "~", "0x1f", ".5", "y"];
  const { text } = yamlSettings.read("", "extensions").add(new Map(names.map((name) => [name, { uri: "u" }])), {});
  expect([...yamlSettings.read(text, "extensions").entries.keys()].toSorted()).toEqual(names.toSorted());
  expect(text).toContain('"true":');
});
