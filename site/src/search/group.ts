import type { ResultPage } from "./backend.ts";

/** Pages below one top-level label of the sidebar. */
export interface ResultGroup {
  readonly label: string;
  readonly pages: readonly ResultPage[];
}

const MAX_PAGES_IN_GROUP = 5;
const MAX_ROWS = 20;

/** What the dialog shows of an answer: groups in the order of their best page, at most 20 rows in all. */
export function groupResults(pages: readonly ResultPage[]): ResultGroup[] {
  const groups = new Map<string, ResultPage[]>();
  let rows = 0;
  for (const page of pages) {
    const label = page.crumbs[0] ?? "Documentation";
    const group = groups.get(label) ?? [];
    if (group.length >= MAX_PAGES_IN_GROUP || rows + 1 + page.sections.length > MAX_ROWS) continue;
    rows += 1 + page.sections.length;
    groups.set(label, [...group, page]);
  }
  return [...groups].map(([label, hits]) => ({ label, pages: hits }));
}

/** The pages of an answer that the dialog shows. */
export function shownPages(pages: readonly ResultPage[]): ResultPage[] {
  return groupResults(pages).flatMap((group) => group.pages);
}
