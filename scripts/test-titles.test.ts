import { expect, test } from "vitest";
import { titlesIn } from "./test-titles.ts";

const textsIn = (source: string): string[] => titlesIn(source).map(({ text }) => text);

test.each([
  ["a plain call", `test("AB-01 is so", () => {});`],
  ["a title on its own line", `test(\n  "AB-01 is so",\n  async () => {},\n);`],
  ["another kind of quotes", "it('AB-01 is so', () => {}); "],
  ["rows in place", `test.each([[1, "x"], [2, ")"]])("AB-01 is so", () => {});`],
  ["rows elsewhere, with a type", `describe.each<readonly [string]>(ROWS)("AB-01 is so", () => {});`],
  ["rows with brackets in regular expressions", `test.each([[/["')(]\\/[/)]/, 4 / 2 / 1]])("AB-01 is so", fn);`],
  ["rows with comments", `test.for([\n // (\n /* [ */ 1,\n])("AB-01 is so", fn);`],
  ["a condition before the title", `test.skipIf(has(")"))("AB-01 is so", fn);`],
])("the title is found: %s", (_, source) => {
  expect(textsIn(source)).toEqual(["AB-01 is so"]);
});

test("quotes and line ends inside a title are part of it", () => {
  expect(textsIn('test("says \\"no\\" (twice)", f); test(`two\nlines`, f)')).toEqual([
    'says \\"no\\" (twice)',
    "two\nlines",
  ]);
});

test("rows are kept, for ids that stand in them", () => {
  expect(titlesIn(`test.each([["AB-01 a"], ["AB-02 b"]])("%s", f)`)).toMatchObject([
    { text: "%s", rows: expect.stringContaining("AB-02") },
  ]);
});

test("what is skipped or still to do is marked", () => {
  const sources = [`test.skip("a", f)`, `test.todo("a")`, `describe.skip("a", f)`, `test.fails("a", f)`];
  expect(sources.flatMap(titlesIn).map(({ isRun }) => isRun)).toEqual([false, false, false, true]);
});

test("other words are no calls", () => {
  expect(textsIn(`regex.test("a"); attest("b"); const test = 1; latest.it("c"); "test"("d")`)).toEqual([]);
});
