import { tokensIn } from "./engine/tokenize.ts";

/** A stretch of text, marked when it is what the reader looked for. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Marks every word, or piece of a compound, that the index found. */
export function highlight(text: string, terms: readonly string[]): Part[] {
  return partsOf(text, { matches: matchesIn(text, terms), from: 0, to: text.length });
}

export interface SnippetOptions {
  /** Most letters to show. */
  readonly length?: number;
}

const ELLIPSIS = "…";
/** How far a snippet's edge may move to fall between words. */
const EDGE = 24;

/** The part of a text around which most of the words stand, on one line. */
export function snippetOf(text: string, terms: readonly string[], { length = 160 }: SnippetOptions = {}): Part[] {
  const line = text.replace(/\s+/g, " ").trim();
  const matches = matchesIn(line, terms);
  if (line.length <= length) return partsOf(line, { matches, from: 0, to: line.length });
  const from = matches.length === 0 ? 0 : startOf(line, bestMatch(matches, length));
  const to = endOf(line, from + length);
  const parts = partsOf(line, { matches, from, to });
  return [...(from > 0 ? [plain(ELLIPSIS)] : []), ...parts, ...(to < line.length ? [plain(ELLIPSIS)] : [])];
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

function matchesIn(text: string, terms: readonly string[]): Match[] {
  const wanted = new Set(terms);
  return tokensIn(text).filter(({ term }) => wanted.has(term));
}

/** The match from which a window of this length holds the most different terms; the earliest of equals. */
function bestMatch(matches: readonly Match[], length: number): number {
  let best = { start: 0, count: 0 };
  for (const { start } of matches) {
    const count = new Set(
      matches.filter((other) => other.start >= start && other.end <= start + length).map(({ term }) => term),
    ).size;
    if (count > best.count) best = { start, count };
  }
  return best.start;
}

/** A little before the match, at the beginning of a word or, when one is near, of a sentence. */
function startOf(line: string, match: number): number {
  const earliest = Math.max(0, match - 2 * EDGE);
  const sentence = line.slice(earliest, match).search(/(?<=[.:!?] )[^.:!?]*$/);
  if (sentence >= 0) return earliest + sentence;
  const near = Math.max(0, match - EDGE);
  if (near === 0) return 0;
  const space = line.indexOf(" ", near);
  return space >= 0 && space < match ? space + 1 : match;
}

function endOf(line: string, latest: number): number {
  if (latest >= line.length) return line.length;
  const space = line.lastIndexOf(" ", latest);
  return space > latest - EDGE ? space : latest;
}

function partsOf(text: string, { matches, from, to }: { matches: readonly Match[]; from: number; to: number }): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const { start, end } of matches) {
    if (end <= at || start >= to || start < from) continue;
    if (start > at) parts.push(plain(text.slice(at, start)));
    parts.push({ text: text.slice(Math.max(at, start), Math.min(end, to)), isMatch: true });
    at = Math.min(end, to);
  }
  if (at < to) parts.push(plain(text.slice(at, to)));
  return parts;
}

function plain(text: string): Part {
  return { text, isMatch: false };
}
