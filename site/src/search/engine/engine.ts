import { INDEX_FORMAT, readHeading, readTerms, slugOf, type IndexFile } from "./index-file.ts";
import { openInvertedIndex } from "./inverted-index.ts";
import { rankOf, type Names, type Rank } from "./rank.ts";
import { readQuery, type ReadQuery } from "./read-query.ts";
import { wordsIn } from "./tokenize.ts";
import { createVocabulary } from "./vocabulary.ts";

/** A page that answers the query, with its sections that do, best first. */
export interface PageHit {
  readonly url: string;
  readonly title: string;
  readonly crumbs: readonly string[];
  /** Name of the file with the page's text. */
  readonly textFile: string;
  readonly score: number;
  readonly sections: readonly SectionHit[];
}

export interface SectionHit {
  /** Number of the section in its page; 0 is the text before any heading. */
  readonly section: number;
  readonly heading: string;
  readonly anchor: string;
  /** Terms of the index that were found in it. */
  readonly terms: readonly string[];
}

export interface Engine {
  /** Pages in the order they should be shown; `tags` limits them to those facets. */
  search(text: string, options?: { tags?: readonly string[] }): PageHit[];
  /** Other queries that have answers, for one that has none. */
  suggest(text: string): string[];
}

interface Section extends Names {
  readonly page: number;
  readonly number: number;
  readonly anchor: string;
  readonly written: string;
}

interface RankedSection extends Rank {
  readonly section: Section;
  readonly terms: readonly string[];
  readonly isOwn: boolean;
}

/** A page's further sections count a little, so that the page which is all about a subject comes first. */
const SHARE_OF_OTHERS = 0.12;
/** Other queries that are tried before it is given up to suggest one. */
const MAX_TRIES = 6;
/** Sections of a page that score less than this share of its best are noise below it. */
const WORTH_SHOWING = 0.2;

/** Throws when the file is of another version than this script. */
export function openEngine(file: IndexFile): Engine {
  if (file.format !== INDEX_FORMAT) throw new Error(`search index has format ${file.format}, expected ${INDEX_FORMAT}`);
  const terms = readTerms(file.terms);
  const vocabulary = createVocabulary(terms);
  const sections = sectionsOf(file);
  const firstSections = sections.filter(({ number }) => number === 0).map((section) => sections.indexOf(section));
  const index = openInvertedIndex(file, { terms, firstSections: [...firstSections, sections.length] });

  return { search, suggest };

  function search(text: string, { tags }: { tags?: readonly string[] } = {}): PageHit[] {
    const query = readQuery(text, vocabulary);
    if (!query) return [];
    const isWanted = (page: number): boolean => !tags || tags.includes(file.tags[file.pages[page]![3]]!);
    const byPage = new Map<number, RankedSection[]>();
    for (const result of index.search(query.query)) {
      const section = sections[result.id as number]!;
      if (!isWanted(section.page)) continue;
      const hits = byPage.get(section.page) ?? [];
      // What only the page's title says is no reason to show a section of it.
      const isOwn =
        section.isFirst || Object.values(result.match).some((fields) => fields.some((field) => field !== "title"));
      hits.push({ ...rankOf(result, query, section), section, terms: result.terms, isOwn });
      byPage.set(section.page, hits);
    }
    const pages = [...byPage].map(([page, hits]) => ({
      page,
      hits: hits.toSorted((a, b) => b.score - a.score),
      met: metBy(hits, query),
    }));
    const best = Math.max(0, ...pages.map(({ met }) => met));
    return pages
      .filter(({ met }) => met >= best - (query.words.length > 3 ? 1 : 0))
      .map(({ page, hits }) => toPageHit(page, hits))
      .toSorted((a, b) => b.score - a.score);
  }

  function toPageHit(page: number, hits: readonly RankedSection[]): PageHit {
    const [url, title, crumbs, , textFile] = file.pages[page]!;
    const [first, ...others] = hits.map(({ score }) => score);
    return {
      url,
      title,
      crumbs: file.crumbs[crumbs] ?? [],
      textFile,
      score: first! + SHARE_OF_OTHERS * others.slice(0, 4).reduce((sum, score) => sum + score, 0),
      sections: hits
        .filter(({ score, isOwn }) => isOwn && score >= WORTH_SHOWING * first!)
        .map(({ section, terms: found }) => ({
          section: section.number,
          heading: section.written,
          anchor: section.anchor,
          terms: found,
        })),
    };
  }

  function suggest(text: string): string[] {
    const words = wordsIn(text);
    const mended = words.map(({ term }) =>
      vocabulary.has(term) ? term : (vocabulary.corrections(term, true)[0]?.term ?? ""),
    );
    const tries = [mended.filter(Boolean).join(" "), ...mended, ...words.map(({ term }) => term.slice(0, 4))];
    const others = tries.filter(
      (other, number) => other.length > 1 && other !== text.trim() && tries.indexOf(other) === number,
    );
    const answers = others.slice(0, MAX_TRIES).map((other) => ({ other, pages: search(other) }));
    const found = answers.filter(({ pages }) => pages.length > 0).map(({ other }) => other);
    const titles = answers.flatMap(({ pages }) => pages.slice(0, 2)).map(({ title }) => title);
    return [...new Set([...found.filter((other) => vocabulary.has(other) || other.includes(" ")), ...titles])].slice(
      0,
      3,
    );
  }
}

function metBy(hits: readonly Rank[], { words }: ReadQuery): number {
  return words.filter((_, number) => hits.some(({ met }) => met[number])).length;
}

/** Pages that stand in no category, such as the landing page, tell of everything and explain nothing. */
const MAX_DEPTH = 4;

/** A heading on more pages than this is a part of their form. */
const MAX_PAGES_OF_HEADING = 4;

function sectionsOf(file: IndexFile): Section[] {
  const uses = new Map<string, number>();
  for (const line of file.headings.flat()) uses.set(line, (uses.get(line) ?? 0) + 1);
  return file.pages.flatMap(([url, written, crumbs], page) => {
    const title = wholesOf(written);
    const slug = wholesOf(slugOf(url));
    const headings = file.headings[page] ?? [];
    const depth = file.crumbs[crumbs]?.length || MAX_DEPTH;
    const names = { page, title, slug, depth, breadth: headings.length + 1 };
    const first = { ...names, number: 0, anchor: "", written: "", heading: [], isFirst: true, isCommon: false };
    const others = headings.map((line, number) => {
      const { heading, anchor } = readHeading(line);
      const isCommon = uses.get(line)! > MAX_PAGES_OF_HEADING;
      return {
        ...names,
        number: number + 1,
        anchor,
        written: heading,
        heading: wholesOf(heading),
        isFirst: false,
        isCommon,
      };
    });
    return [first, ...others];
  });
}

/** Each word as one term, compounds whole. */
function wholesOf(text: string): string[] {
  return wordsIn(text).map(({ term }) => term);
}
