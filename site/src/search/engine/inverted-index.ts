import MiniSearch, { type Query, type SearchResult } from "minisearch";
import { readPlaces, type Places } from "./count-terms.ts";
import { FIELDS, type Field, type IndexFile } from "./index-file.ts";
import { numberReader } from "./numbers.ts";

/** A term weighs most where it names something. */
const BOOST: Record<Field, number> = { title: 4, heading: 3, text: 1 };

/** A word that only begins with what was typed weighs less than the word itself. */
const WEIGHTS = { prefix: 0.45, fuzzy: 0.45 };

export interface InvertedIndex {
  search(query: Query): SearchResult[];
}

/** `firstSections` holds for each page the number of its first section, and the count of all at its end. */
export function openInvertedIndex(
  file: IndexFile,
  options: { terms: readonly string[]; firstSections: readonly number[] },
) {
  const { terms, firstSections } = options;
  const count = firstSections.at(-1)!;
  const places: Record<Field, Places[]> = {
    title: readPlaces(file.places.title, terms.length).map((pages) => sectionsOf(pages, firstSections)),
    heading: readPlaces(file.places.heading, terms.length),
    text: readPlaces(file.places.text, terms.length),
  };
  const lengths = {
    title: lengthsOf(places.title, count),
    heading: lengthsOf(places.heading, count),
    text: textLengths(file, count),
  };
  const numbers = Array.from({ length: count }, (_, number) => number);
  const engine = MiniSearch.loadJS<{ id: number }>(
    {
      documentCount: count,
      nextId: count,
      documentIds: Object.fromEntries(numbers.entries()),
      fieldIds: Object.fromEntries(FIELDS.map((field, number) => [field, number])),
      fieldLength: Object.fromEntries(
        numbers.map((number) => [number, FIELDS.map((field) => lengths[field][number]!)]),
      ),
      averageFieldLength: FIELDS.map((field) => average(lengths[field])),
      storedFields: {},
      dirtCount: 0,
      index: terms.map((term, number) => [term, entryOf(FIELDS.map((field) => places[field][number]!))]),
      serializationVersion: 2,
    },
    { fields: [...FIELDS], tokenize: (text) => [text], processTerm: (term) => term },
  );
  return {
    search: (query: Query) => engine.search(query, { boost: BOOST, weights: WEIGHTS, combineWith: "OR" }),
  } satisfies InvertedIndex;
}

/** The title of a page counts for each of its sections. */
function sectionsOf(pages: Places, firstSections: readonly number[]): Places {
  const sections = new Map<number, number>();
  for (const [page, times] of pages) {
    for (let section = firstSections[page]!; section < firstSections[page + 1]!; section += 1)
      sections.set(section, times);
  }
  return sections;
}

function lengthsOf(lists: readonly Places[], count: number): number[] {
  const lengths = Array.from({ length: count }, () => 0);
  for (const places of lists) for (const place of places.keys()) lengths[place]! += 1;
  return lengths;
}

function textLengths({ lengths }: IndexFile, count: number): number[] {
  const next = numberReader(lengths);
  return Array.from({ length: count }, next);
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

function entryOf(lists: readonly Places[]): Record<string, Record<string, number>> {
  const entry: Record<string, Record<string, number>> = {};
  lists.forEach((places, field) => {
    if (places.size > 0) entry[field] = Object.fromEntries(places);
  });
  return entry;
}
