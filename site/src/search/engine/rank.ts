import type { SearchResult } from "minisearch";
import type { ReadQuery } from "./read-query.ts";

/** Names around a section, as terms. */
export interface Names {
  readonly title: readonly string[];
  readonly heading: readonly string[];
  /** Many pages have a section of this name: it says what kind of text it is, not what about. */
  readonly isCommon: boolean;
  /** The last part of the address. */
  readonly slug: readonly string[];
  /** How many categories stand above the page. */
  readonly depth: number;
  /** How many sections the page has: one of hundreds says little about its page. */
  readonly breadth: number;
  /** The text before any heading, which stands for the page. */
  readonly isFirst: boolean;
}

export interface Rank {
  readonly score: number;
  /** Which words of the query the section holds. */
  readonly met: readonly boolean[];
}

/** Weighs how well a section answers, from what the index found and how its names agree with the query. */
export function rankOf({ score, queryTerms }: SearchResult, query: ReadQuery, names: Names): Rank {
  const found = new Set(queryTerms);
  const met = query.meanings.map((sets) =>
    sets.some((terms) => terms.length > 0 && terms.every((term) => found.has(term))),
  );
  const coverage = met.filter(Boolean).length / query.words.length;
  const dilution = 0.1 * Math.max(0, Math.log2(names.breadth / 12));
  const place = (names.isFirst ? 1.1 : 1) / (1 + 0.06 * names.depth + dilution);
  return { met, score: score * coverage ** 3 * agreement(query, names) * place };
}

/** From 1, when names hold no word of the query, up to 12, when the title is the query. */
function agreement(query: ReadQuery, { title, heading, slug, isFirst, isCommon }: Names): number {
  const asked = query.words.join(" ");
  if (isFirst && (title.join(" ") === asked || slug.join(" ") === asked)) return 12;
  const inTitle = shareOf(query, title);
  if (heading.join(" ") === asked && !isCommon) return 3;
  const inBoth = isFirst || isCommon ? 0 : shareOf(query, [...title, ...heading]);
  return 1 + 3 * Math.max(inTitle, inBoth) ** 1.5;
}

/** 1 when both are the same words; less the more either has that the other lacks. */
function shareOf({ words, isUnfinished }: ReadQuery, names: readonly string[]): number {
  if (names.length === 0) return 0;
  const last = isUnfinished ? words.at(-1)! : undefined;
  const isNamed = (word: string): boolean =>
    names.includes(word) || (word === last && names.some((name) => name.startsWith(word)));
  const common = words.filter(isNamed).length;
  return (common / words.length) * (common / Math.max(common, new Set(names).size));
}
