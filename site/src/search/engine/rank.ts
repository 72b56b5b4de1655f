import type { SearchResult } from "minisearch";
import type { ReadQuery } from "./read-query.ts";

/** Names around a section, as terms. */
export interface Names {
  readonly title: readonly string[];
  readonly heading: readonly string[];
  /** The last part of the address. */
  readonly slug: readonly string[];
  /** How many categories stand above the page. */
  readonly depth: number;
  /** The text before any heading, which stands for the page. */
  readonly isFirst: boolean;
}

export interface Rank {
  readonly score: number;
  /** Which words of the query the section holds. */
  readonly met: readonly boolean[];
}

/** Weighs how well a section answers, from what the index found and how its names agree with the query. */
export function rankOf({ score, queryTerms }: SearchResult, { words, meanings }: ReadQuery, names: Names): Rank {
  const found = new Set(queryTerms);
  const met = meanings.map((sets) => sets.some((terms) => terms.length > 0 && terms.every((term) => found.has(term))));
  const coverage = met.filter(Boolean).length / words.length;
  const place = (names.isFirst ? 1.25 : 1) / (1 + 0.06 * names.depth);
  return { met, score: score * coverage ** 3 * agreement(words, names) * place };
}

/** From 1, when names hold no word of the query, up to 5, when the title is the query. */
function agreement(words: readonly string[], { title, heading, slug, isFirst }: Names): number {
  const asked = words.join(" ");
  if (isFirst && (title.join(" ") === asked || slug.join(" ") === asked)) return 5;
  if (heading.join(" ") === asked) return 3;
  const inTitle = shareOf(words, title);
  const inBoth = isFirst ? 0 : shareOf(words, [...title, ...heading]);
  return 1 + 2 * Math.max(inTitle, inBoth);
}

/** 1 when both are the same words; less the more either has that the other lacks. */
function shareOf(words: readonly string[], names: readonly string[]): number {
  if (names.length === 0) return 0;
  const common = words.filter((word) => names.includes(word)).length;
  return (common / words.length) * (common / new Set(names).size);
}
