import { createCounter } from "./count-terms.ts";
import { writeNumbers } from "./numbers.ts";
import type { PageRecord } from "./page-record.ts";
import { termsOf } from "./tokenize.ts";

/** Raised whenever the layout of the file or the terms change: an old script then does not misread a new file. */
export const INDEX_FORMAT = 1;

/** Fields that a term may be found in; the order is part of the format. */
export const FIELDS = ["title", "heading", "text"] as const;
export type Field = (typeof FIELDS)[number];

/**
 * What a browser loads to answer queries: names and places, and for each term where it occurs. The text is left out:
 * it lies in one small file per page.
 */
export interface IndexFile {
  readonly format: number;
  readonly locale: string;
  /** Distinct lists of sidebar labels. */
  readonly crumbs: readonly (readonly string[])[];
  readonly tags: readonly string[];
  /** url, title, number in `crumbs`, number in `tags`, name of the file with the text */
  readonly pages: readonly (readonly [string, string, number, number, string])[];
  /** For each page the headings of its sections but the first, with `\t` and the anchor when it is not `anchorOf`. */
  readonly headings: readonly (readonly string[])[];
  /** All terms in order, one per line; a line begins with the count of letters it shares with the one before. */
  readonly terms: string;
  /** For each field and term: how many places, then the distance to each (see `writePlaces`). */
  readonly places: Readonly<Record<Field, string>>;
  /** Count of distinct terms in each section's text. */
  readonly lengths: string;
}

export interface IndexSource {
  readonly locale: string;
  readonly pages: readonly PageRecord[];
  /** Names of the files with the pages' texts, in the order of the pages. */
  readonly textFiles: readonly string[];
}

export function createIndexFile({ locale, pages, textFiles }: IndexSource): IndexFile {
  const crumbs = [...new Map(pages.map((page) => [page.crumbs.join("\n"), page.crumbs])).values()];
  const crumbNumber = new Map(crumbs.map((labels, number) => [labels.join("\n"), number]));
  const tags = [...new Set(pages.map(({ tag }) => tag))];
  const counters = { title: createCounter(), heading: createCounter(), text: createCounter() };
  const lengths: number[] = [];
  pages.forEach((page, number) => {
    counters.title.add(number, namesOf(page));
    for (const { heading, text } of page.sections) {
      counters.heading.add(lengths.length, termsOf(heading));
      lengths.push(counters.text.add(lengths.length, termsOf(text)));
    }
  });
  const terms = [...new Set(Object.values(counters).flatMap((counter) => counter.terms()))].toSorted();
  return {
    format: INDEX_FORMAT,
    locale,
    crumbs,
    tags,
    pages: pages.map((page, number) => [
      page.url,
      page.title,
      crumbNumber.get(page.crumbs.join("\n"))!,
      tags.indexOf(page.tag),
      textFiles[number] ?? "",
    ]),
    headings: pages.map(({ sections }) =>
      sections.slice(1).map(({ heading, anchor }) => writeHeading(heading, anchor)),
    ),
    terms: writeTerms(terms),
    places: {
      title: counters.title.write(terms),
      heading: counters.heading.write(terms),
      text: counters.text.write(terms),
    },
    lengths: writeNumbers(lengths),
  };
}

/** What a page is known by. The end of its address adds only words that the title lacks, so that none counts twice. */
function namesOf({ title, keywords, url, crumbs }: PageRecord): string[] {
  const names = termsOf(`${title} ${keywords}`);
  return [...names, ...termsOf(slugOf(url)).filter((term) => !names.includes(term)), ...termsOf(crumbs.join(" "))];
}

/** The id that headings get from their words when nobody names one. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** The last part of an address: often the name that people know a page by. */
export function slugOf(url: string): string {
  return url.split("/").filter(Boolean).at(-1) ?? "";
}

export function readHeading(line: string): { heading: string; anchor: string } {
  const [heading = "", anchor] = line.split("\t");
  return { heading, anchor: anchor ?? anchorOf(heading) };
}

export function readTerms(text: string): string[] {
  let last = "";
  return text.split("\n").map((line) => {
    last = last.slice(0, Number.parseInt(line[0] ?? "0", 36)) + line.slice(1);
    return last;
  });
}

function writeHeading(heading: string, anchor: string): string {
  return anchor === anchorOf(heading) ? heading : `${heading}\t${anchor}`;
}

function writeTerms(terms: readonly string[]): string {
  return terms.map((term, number) => writeTerm(term, terms[number - 1] ?? "")).join("\n");
}

function writeTerm(term: string, before: string): string {
  let shared = 0;
  while (shared < 35 && shared < before.length && term[shared] === before[shared]) shared += 1;
  return shared.toString(36) + term.slice(shared);
}
