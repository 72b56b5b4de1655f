import type { Query } from "minisearch";
import { synonymsOf } from "./synonyms.ts";
import { singular, termsOf, wordsIn, type Word } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What the reader asked for, ready for the index. */
export interface ReadQuery {
  readonly query: Query;
  /** The words as the index writes them, in order. */
  readonly words: readonly string[];
  /** The last word is still being typed. */
  readonly isUnfinished: boolean;
  /** For each word the sets of terms that stand for it: it is met when all terms of a set are found. */
  readonly meanings: readonly (readonly (readonly string[])[])[];
}

/** A pasted page is no query: its first words have to do. */
const MAX_WORDS = 16;

/** One way to say a word. The weight is relative to the word itself. */
interface Way {
  readonly terms: readonly string[];
  readonly weight: number;
  readonly isBeginning: boolean;
}

const WEIGHT = {
  word: 1,
  flag: 1.6,
  pieces: 0.7,
  synonym: 0.45,
  stem: 0.4,
  correction: 0.6,
  pair: 1.2,
  longer: 0.4,
} as const;

export function readQuery(text: string, vocabulary: Vocabulary): ReadQuery | undefined {
  let words = wordsIn(text).slice(0, MAX_WORDS);
  if (words.length === 0) words = wordsIn(text, { keepStopWords: true });
  if (words.length === 0) return undefined;
  const isUnfinished = !/\s$/.test(text);
  // The first letter of a further word fits half of all words: it tells nothing and costs most.
  if (isUnfinished && words.length > 1 && words.at(-1)!.term.length === 1) words.pop();
  words = words.flatMap((word, number) => split(word, vocabulary, isUnfinished && number === words.length - 1));
  const ways = words.map((word, number) => waysToSay(word, vocabulary, isUnfinished && number === words.length - 1));
  words.slice(1).forEach((word, number) => {
    const pair = singular(`${words[number]!.term}${word.term}`);
    if (!vocabulary.has(pair)) return;
    const way = { terms: [pair], weight: WEIGHT.pair, isBeginning: false };
    ways[number]!.push(way);
    ways[number + 1]!.push(way);
  });
  return {
    query: { combineWith: "OR", queries: [...new Set(ways.flat())].map(toQuery) },
    isUnfinished,
    words: words.map((word, number) => meantBy(word, vocabulary, isUnfinished && number === words.length - 1)),
    meanings: ways.map((sets) => sets.map(({ terms }) => terms)),
  };
}

/** The word as the index knows it, or the nearest it has. */
function meantBy({ term, pieces }: Word, vocabulary: Vocabulary, isLast: boolean): string {
  if (term === "") return pieces.map((piece) => piece.term).join(" ");
  if (vocabulary.has(term) || (isLast && vocabulary.hasBeginning(term))) return term;
  return vocabulary.corrections(term, isLast)[0]?.term ?? term;
}

/** A compound that no page holds is asked for word by word. */
function split(word: Word, vocabulary: Vocabulary, isLast: boolean): Word[] {
  if (word.pieces.length === 0 || vocabulary.has(word.term) || (isLast && vocabulary.hasBeginning(word.term)))
    return [word];
  const pieces = word.pieces.filter(({ term }) => vocabulary.has(term));
  return (pieces.length === 0 ? word.pieces : pieces).map((piece) => ({ ...piece, pieces: [] }));
}

function waysToSay({ term, pieces }: Word, vocabulary: Vocabulary, isLast: boolean): Way[] {
  const parts = pieces.map((piece) => piece.term);
  const weight = term.startsWith("-") ? WEIGHT.flag : WEIGHT.word;
  const isKnown = vocabulary.has(term);
  const ways: Way[] = term === "" ? [] : [{ terms: [term], weight, isBeginning: !isKnown }];
  // A whole word may still be the beginning of another, but it hardly is.
  if (isKnown && isLast) ways.push({ terms: [term], weight: weight * WEIGHT.longer, isBeginning: true });
  if (parts.length > 0) {
    ways.push({
      terms: parts.flatMap((part) => knownForms(part, vocabulary, isLast)),
      weight: WEIGHT.pieces,
      isBeginning: isLast,
    });
    return ways;
  }
  const stem = stemOf(term);
  if (stem !== term && vocabulary.hasBeginning(stem))
    ways.push({ terms: [stem], weight: WEIGHT.stem, isBeginning: true });
  for (const phrase of synonymsOf(term))
    ways.push({ terms: termsOf(phrase), weight: WEIGHT.synonym, isBeginning: false });
  if (!vocabulary.has(term) && !(isLast && vocabulary.hasBeginning(term))) {
    for (const { term: meant, edits } of vocabulary.corrections(term, isLast)) {
      ways.push({ terms: [meant], weight: WEIGHT.correction / edits, isBeginning: false });
    }
  }
  return ways;
}

/** A piece as it is, or the nearest known one where it is misspelt. */
function knownForms(part: string, vocabulary: Vocabulary, isLast: boolean): string[] {
  if (vocabulary.has(part) || (isLast && vocabulary.hasBeginning(part))) return [part];
  return [vocabulary.corrections(part, isLast)[0]?.term ?? part];
}

/** What forms of a word share: `isolat` for "isolate", "isolated", "isolation". */
function stemOf(term: string): string {
  if (term.length < 6) return term;
  const stem = term.replace(/(?:ments?|ations?|ions?|ings?|ed|es?|ers?|ors?)$/, "");
  return stem.length >= 4 ? stem.replace(/(.)\1$/, "$1") : term;
}

function toQuery({ terms, weight, isBeginning }: Way): Query {
  const last = terms.length - 1;
  return {
    combineWith: "AND",
    queries: terms.map((term, number) => ({
      queries: [term],
      prefix: isBeginning && number === last,
      boostTerm: () => weight / terms.length,
      // One letter begins half of all words: only names are worth showing.
      ...(term.length === 1 ? { fields: ["title", "heading"] } : {}),
    })),
  };
}
