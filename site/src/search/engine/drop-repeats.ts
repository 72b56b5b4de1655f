import type { PageRecord, SectionRecord } from "./page-record.ts";

/** The same section on more pages than this is a part of their form, such as the flags that every command has. */
const MAX_SAME = 3;

/** Pages without the sections that stand word for word on many; the first of these pages keeps them. */
export function dropRepeats(pages: readonly PageRecord[]): PageRecord[] {
  const keyOf = ({ heading, text }: SectionRecord): string => `${heading}\n${text}`;
  const uses = new Map<string, number>();
  for (const { sections } of pages) {
    for (const key of new Set(sections.map(keyOf))) uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const seen = new Set<string>();
  return pages.map((page) => {
    const isWorthIt = (section: SectionRecord, number: number): boolean => {
      const key = keyOf(section);
      // The text before any heading stands for the page, even when it is empty.
      if (number === 0 || uses.get(key)! <= MAX_SAME) return true;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    };
    return { ...page, sections: page.sections.filter(isWorthIt) };
  });
}
