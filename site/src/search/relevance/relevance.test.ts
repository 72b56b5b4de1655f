import { expect, test } from "vitest";
import { openEngine } from "../engine/engine.ts";
import { dropRepeats } from "../engine/drop-repeats.ts";
import { createIndexFile } from "../engine/index-file.ts";
import type { PageRecord } from "../engine/page-record.ts";
import { groupResults } from "../group.ts";
import { fixturePages } from "./fixture-pages.ts";
import { QUERIES } from "./queries.ts";
import { relevanceOf, type Relevance } from "./relevance.ts";
import { writtenPages } from "./written-pages.ts";

/** Judged by what the dialog shows, from top to bottom, groups and all. */
function judge(pages: readonly PageRecord[]): Relevance {
  const engine = openEngine(createIndexFile({ locale: "en", pages: dropRepeats(pages), textFiles: [] }));
  return relevanceOf(engine, QUERIES, ({ search }, query) => {
    const hits = search(query).map((hit) => ({ ...hit, titleParts: [], sections: [] }));
    return groupResults(hits).flatMap((group) => group.pages.map(({ url }) => url));
  });
}

test("the queries ask for pages of the site, at least sixty times", () => {
  const known = new Set([...fixturePages(), ...writtenPages()].map(({ url }) => url));
  const wanted = QUERIES.flatMap((query) => query.wanted).map(
    (page) => `/toolhaven/${page.replace(/(^|\/)index$/, "$1")}`,
  );
  expect(QUERIES.length).toBeGreaterThanOrEqual(60);
  expect(wanted.filter((url) => !known.has(url))).toEqual([]);
});

test("SR-01 over short pages the wanted page comes first: mean reciprocal rank is 0.95 or more", () => {
  const { mrr, recallAt3, misses } = judge(fixturePages());
  expect({ mrr, misses }).toSatisfy(() => mrr >= 0.95);
  expect(recallAt3).toBeGreaterThanOrEqual(0.97);
});

test("SR-01 over the pages as they are written the wanted page comes first: 0.95 or more", () => {
  const written = writtenPages();
  const missing = fixturePages().filter(({ url }) => !written.some((page) => page.url === url));
  const { mrr, misses } = judge([...written, ...missing]);
  expect({ mrr, misses }).toSatisfy(() => mrr >= 0.95);
});
