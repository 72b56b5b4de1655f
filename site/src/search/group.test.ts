import { expect, test } from "vitest";
import type { ResultPage } from "./backend.ts";
import { groupResults } from "./group.ts";

const page = (url: string, crumb?: string, sections = 0): ResultPage => ({
  url,
  title: url,
  titleParts: [],
  crumbs: crumb ? [crumb] : [],
  sections: Array.from({ length: sections }, (_, number) => ({
    url: `${url}#${number}`,
    heading: [],
    isContent: false,
  })),
});

test("SR-04 groups stand in the order of their best page, pages in theirs", () => {
  const groups = groupResults([page("/a", "CLI"), page("/b", "UI"), page("/c", "CLI"), page("/d")]);
  expect(groups.map(({ label, pages }) => [label, pages.map(({ url }) => url)])).toEqual([
    ["CLI", ["/a", "/c"]],
    ["UI", ["/b"]],
    ["Documentation", ["/d"]],
  ]);
});

test("SR-04 a group shows at most five pages, and the list at most twenty rows", () => {
  const many = Array.from({ length: 9 }, (_, number) => page(`/${number}`, "CLI"));
  expect(groupResults(many)[0]!.pages).toHaveLength(5);
  const long = Array.from({ length: 30 }, (_, number) => page(`/${number}`, `group ${number}`, 3));
  const rows = groupResults(long).flatMap(({ pages }) => pages.map(({ sections }) => 1 + sections.length));
  expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
});
