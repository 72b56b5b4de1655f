import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { titlesIn } from "../scripts/test-titles.ts";

const root = join(import.meta.dirname, "..");
const required = [
  ...readFileSync(join(root, "spec/requirements.md"), "utf8").matchAll(/^\| *([A-Z]{2,4}-\d{2,3}) *\|/gm),
].map(([, id]) => id!);
const areas = new Set(required.map(areaOf));
const cited = new Set(sourcesWithTests().flatMap(citationsIn));

test("every requirement has an id of its own", () => {
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((id, index) => required.indexOf(id) !== index)).toEqual([]);
});

test("every requirement is cited by at least one test title", () => {
  expect(required.filter((id) => !cited.has(id))).toEqual([]);
});

test("every id that a test title cites is a requirement", () => {
  expect([...cited].filter((id) => !required.includes(id))).toEqual([]);
});

/** Test files, and the files of rules that several test files share. */
function sourcesWithTests(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((source) => source.includes('from "vitest"'));
}

/** Only ids of areas that the requirements have: "UTF-16" in a title is none. */
function citationsIn(source: string): string[] {
  return titlesIn(source)
    .filter(({ isRun }) => isRun)
    .flatMap(({ text, rows }) => `${text} ${rows}`.match(/\b[A-Z]{2,4}-\d{2,3}\b/g) ?? [])
    .filter((id) => areas.has(areaOf(id)));
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}
