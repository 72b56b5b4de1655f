/** One replacement in a text: what stands between `start` and `end` becomes `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Splices do not overlap; those that insert at one place stay in their order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, splice.start), splice.text);
    done = splice.end;
  }
  return [...parts, text.slice(done)].join("");
}

export const endOfLineIn = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";

export const hasLineBreak = (text: string): boolean => /[\r\n]/.test(text);

export const endsWithLineBreak = (text: string): boolean => /[\r\n]$/.test(text);

/** Equal but for blanks: an application that formats its file anew has not changed it. */
export const sameButBlanks = (a: string, b: string): boolean => a.replaceAll(/\s+/g, "") === b.replaceAll(/\s+/g, "");

export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Behind the line break, or the end of the text. An offset at the start of a line is its own answer. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && endsWithLineBreak(text[offset - 1]!)) return offset;
  const rest = /\r\n|\n|\r/g;
  rest.lastIndex = offset;
  return rest.exec(text) ? rest.lastIndex : text.length;
}

/** The blanks at the start of the line that `offset` is on. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, end);
}

/** Where the run of blanks and line breaks before `offset` begins. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[ \t\r\n]/.test(text[start - 1]!)) start--;
  return start;
}
