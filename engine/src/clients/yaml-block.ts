import { isMap, isScalar, type Pair, stringify, type YAMLMap } from "yaml";
import { applySplices, endOfLineIn, endsWithLineBreak, indentAt, lineStart, type Splice } from "./text.ts";
import { contentEnd, linesOf, startOf, type YamlText } from "./yaml-map.ts";

/** Adds lines at a place where a line begins or the text ends; a text without a last line break stays without. */
export function insertLines(text: string, offset: number, lines: string): string {
  const eol = endOfLineIn(text);
  const isOpenEnd = offset === text.length && text !== "" && !endsWithLineBreak(text);
  const inserted = isOpenEnd ? eol + lines.slice(0, -eol.length) : lines;
  return applySplices(text, [{ start: offset, end: offset, text: inserted }]);
}

/** Removes whole lines; a text without a last line break stays without. */
export function removeLines(text: string, ranges: ReadonlyArray<{ start: number; end: number }>): string {
  const splices: Splice[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const before = splices.at(-1);
    if (before?.end === start) splices[splices.length - 1] = { ...before, end };
    else splices.push({ start, end, text: "" });
  }
  const last = splices.at(-1);
  if (last?.end === text.length && !endsWithLineBreak(text)) {
    splices[splices.length - 1] = {
      ...last,
      start: last.start - (/(?:\r\n|\n|\r)$/.exec(text.slice(0, last.start))?.[0].length ?? 0),
    };
  }
  return applySplices(text, splices);
}

/** Where a further pair of a block map goes: behind the last one and the comments that belong to it. */
export function endOfBlock(text: string, map: YAMLMap): number {
  const last = map.items.at(-1);
  return last ? behindComments(text, linesOf(text, last).end, columnOf(text, startOf(last.key))) : contentEnd(map);
}

/** Behind comment lines that are indented at least so far, and the blank lines between them. */
export function behindComments(text: string, offset: number, column: number): number {
  const line = /([ \t]*)(#.*)?(?:\r\n|\n|\r|$)/y;
  let end = offset;
  for (let next = offset; next < text.length; next = line.lastIndex) {
    line.lastIndex = next;
    const [whole, indent = "", comment] = line.exec(text) ?? [];
    if (whole === undefined || whole === "" || (comment !== undefined && indent.length < column)) break;
    if (comment !== undefined) end = line.lastIndex;
  }
  return end;
}

export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Pairs as lines of a block map, each with a line break. */
export function renderLines({ text, unit }: YamlText, pairs: object, column: number): string {
  const eol = endOfLineIn(text);
  const indent = " ".repeat(column);
  return stringify(pairs, { indent: unit.length, lineWidth: 0, aliasDuplicateObjects: false })
    .split("\n")
    .slice(0, -1)
    .map((line) => (line === "" ? eol : indent + line + eol))
    .join("");
}

/** The text of a pair's lines, to be put in the place of another pair's. */
export function shiftLines(text: string, raw: string, column: number): string {
  const eol = endOfLineIn(text);
  const shift = column - indentAt(raw, 0).length;
  const lines = raw.split(/\r\n|\n|\r/);
  if (shift === 0) return raw;
  return lines.map((line) => shiftLine(line, shift)).join(eol);
}

function shiftLine(line: string, shift: number): string {
  if (line.trim() === "") return line;
  return shift > 0 ? " ".repeat(shift) + line : line.slice(Math.min(-shift, indentAt(line, 0).length));
}

/** One step of indentation, as the first map inside another one has it. */
export function stepOf(text: string, root: YAMLMap | undefined): number | undefined {
  const nested = root?.items.find(({ value }) => isMap(value) && !value.flow && value.items.length > 0);
  const inner = isMap(nested?.value) ? nested.value.items[0] : undefined;
  if (!nested || !inner) return undefined;
  const step = columnOf(text, startOf(inner.key)) - columnOf(text, startOf(nested.key));
  return step > 0 ? step : undefined;
}

/** Whether a scalar stands on its line as one word that another may replace. */
export const isPlainPlace = ({ value }: Pair): boolean =>
  isScalar(value) && !["BLOCK_FOLDED", "BLOCK_LITERAL"].includes(value.type ?? "") && Boolean(value.source);
