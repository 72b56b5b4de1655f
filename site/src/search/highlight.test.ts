import fc from "fast-check";
import { expect, test } from "vitest";
import { highlight, snippetOf, type Part } from "./highlight.ts";

/** Any characters, halves of pairs included. */
const anyText = fc.array(fc.nat({ max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join("");
const markedIn = (parts: readonly Part[]): string[] => parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);

test("found words are marked, and pieces of compounds where only they were found", () => {
  expect(markedIn(highlight("Run list_tools with --proxy-port", ["tool", "run"]))).toEqual(["Run", "tools"]);
  expect(markedIn(highlight("Run list_tools with --proxy-port", ["--proxy-port"]))).toEqual(["--proxy-port"]);
});

test("a highlighted text reads as before", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(textOf(highlight(text, ["a", "run", "0"]))).toBe(text);
    }),
  );
});

test("a snippet shows where most of the words are", () => {
  const filler = "Nothing of interest stands here. ".repeat(20);
  const text = `secret once. ${filler}Store a secret in the keyring of your system. ${filler}`;
  const snippet = snippetOf(text, ["secret", "keyring"]);
  expect(textOf(snippet)).toContain("Store a secret in the keyring");
  expect(markedIn(snippet)).toEqual(["secret", "keyring"]);
});

test("a snippet begins at a sentence, ends at a word and says what it leaves out", () => {
  const text = `First words. ${"Second sentence goes on with several words. ".repeat(10)}`;
  expect(textOf(snippetOf(text, ["second"]))).toMatch(/^…Second .*\w…$/);
  expect(textOf(snippetOf("Short text", ["text"]))).toBe("Short text");
});

test("a snippet is never much longer than asked", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), fc.integer({ min: 40, max: 200 }), (text, length) => {
      expect(textOf(snippetOf(text, ["a", "b"], { length })).length).toBeLessThanOrEqual(length + 2);
    }),
  );
});
