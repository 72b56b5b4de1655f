import { applySplices, blanksBefore, endOfLineIn, hasLineBreak, indentAt, lineStart, type Splice } from "./text.ts";

/** The places of one `"key": value` in a text. */
export interface Member {
  readonly name: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Of the comma behind it, if there is one. */
  readonly comma: number | undefined;
  /** When the value is an object that may be edited as well. */
  readonly braces?: Braces;
}

/** An object in braces: JSON's, or a flow map of YAML, which reads JSON inside. */
export interface Braces {
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

/** A text with what its parser found out about it. */
export interface Surroundings {
  readonly text: string;
  /** From where each comment begins to where it ends. */
  comments(): ReadonlyMap<number, number>;
  /** One step of indentation. */
  readonly unit: string;
}

/** What stands between the braces. */
export const interiorOf = (text: string, { open, close }: Braces): string => text.slice(open + 1, close);

/**
 * Adds members behind the last one, laid out like their neighbours. Comments stay with what they follow.
 * `removeMembers` takes away the very same bytes, except in an object that was empty: keep its interior for that.
 */
export function addMembers(around: Surroundings, braces: Braces, added: ReadonlyMap<string, unknown>): string {
  const { text } = around;
  const last = braces.members.at(-1);
  const found = last ? layoutOf(around, braces, last) : emptyLayoutOf(around, braces);
  // Neighbours on one line each are a model for entries, not for a whole list of them.
  const isNested = [...added.values()].some((value) => Object.values(value as object).some(isObject));
  const layout = isNested && hasLineBreak(found.before) ? { ...found, form: "lines" as const } : found;
  const bodies = [...added].map(([name, value]) => layout.before + renderMember(layout, name, value));
  const isTrailing = last?.comma !== undefined;
  const splices: Splice[] = [
    { start: layout.at, end: layout.until, text: bodies.join(",") + (isTrailing ? "," : "") + layout.after },
  ];
  if (last && !isTrailing) splices.unshift({ start: last.valueEnd, end: last.valueEnd, text: "," });
  return applySplices(text, splices);
}

/** Removes members with the blanks before them and the commas that are then too many. */
export function removeMembers(around: Surroundings, { members }: Braces, names: ReadonlySet<string>): string {
  const { text } = around;
  const lineCommentEnds = lineCommentEndsIn(around);
  const splices: Splice[] = [];
  for (const { name, keyStart, valueEnd, comma } of members) {
    if (!names.has(name)) continue;
    const start = gapBefore(text, keyStart, lineCommentEnds);
    const end = comma === valueEnd ? comma + 1 : valueEnd;
    // A line comment must not swallow what follows now.
    const needsBreak = lineCommentEnds.has(start) && !endsLineAt(text, end);
    splices.push({ start, end, text: needsBreak ? endOfLineIn(text.slice(start, keyStart)) : "" });
    if (comma !== undefined && comma !== valueEnd) splices.push({ start: comma, end: comma + 1, text: "" });
  }
  const lastKept = members.findLast(({ name }) => !names.has(name));
  const isLast = lastKept === members.at(-1);
  const wasTrailing = members.at(-1)?.comma !== undefined;
  if (lastKept?.comma !== undefined && !isLast && !wasTrailing) {
    splices.push({ start: lastKept.comma, end: lastKept.comma + 1, text: "" });
  }
  return applySplices(text, splices);
}

/** A value in the place of another, laid out like the line it is on. */
export function renderInPlace(
  { text, unit }: Surroundings,
  { keyStart, valueStart, valueEnd }: Member,
  value: unknown,
) {
  const old = text.slice(valueStart, valueEnd);
  const form =
    hasLineBreak(old) || (isFirstOnLine(text, keyStart) && !/^\{./.test(old))
      ? "lines"
      : isTight(old)
        ? "tight"
        : "inline";
  return renderValue({ form, eol: endOfLineIn(text), indent: indentAt(text, keyStart), unit }, value);
}

/** The blanks before a key, but not those a line comment ends with. */
function gapBefore(text: string, keyStart: number, lineCommentEnds: ReadonlySet<number>): number {
  const start = blanksBefore(text, keyStart);
  for (let end = keyStart; end > start; end--) if (lineCommentEnds.has(end)) return end;
  return start;
}

function endsLineAt(text: string, offset: number): boolean {
  const blanks = /[ \t]*(?:[\r\n]|$)/y;
  blanks.lastIndex = offset;
  return blanks.test(text);
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const isTight = (value: string): boolean => !/:\s/.test(value);

interface Form {
  /** Each field on a line of its own, all on one line, or all without any blank. */
  readonly form: "lines" | "inline" | "tight";
  readonly eol: string;
  readonly indent: string;
  readonly unit: string;
}

interface Layout extends Form {
  /** The new members go here, in the place of what stands up to `until`. */
  readonly at: number;
  readonly until: number;
  readonly before: string;
  readonly after: string;
  readonly colon: string;
}

function layoutOf(around: Surroundings, braces: Braces, last: Member): Layout {
  const { text, unit } = around;
  const eol = endOfLineIn(text);
  const at = behindComments(around, last.comma === undefined ? last.valueEnd : last.comma + 1);
  const line = { eol, unit, at, until: at, after: "", indent: indentAt(text, braces.open) + unit, colon: ": " };
  if (hasLineBreak(text.slice(braces.open, last.keyStart))) {
    const model = braces.members.findLast(({ keyStart }) => isFirstOnLine(text, keyStart));
    const indent = model ? indentAt(text, model.keyStart) : line.indent;
    const neighbour = text.slice(last.valueStart, last.valueEnd);
    const isOnOneLine = /^\{./.test(neighbour) && neighbour !== "{}" && !hasLineBreak(neighbour);
    return { ...line, indent, before: eol + indent, form: isOnOneLine ? "inline" : "lines" };
  }
  const colon = /\s/.test(text[last.valueStart - 1]!) ? ": " : ":";
  const gap = text.slice(blanksBefore(text, last.keyStart), last.keyStart);
  const isOnly = braces.members.length === 1;
  const before = lineCommentEndsIn(around).has(at) ? eol + line.indent : isOnly && colon === ": " ? " " : gap;
  return { ...line, colon, before, form: colon === ":" ? "tight" : "inline" };
}

function emptyLayoutOf(around: Surroundings, braces: Braces): Layout {
  const { text, unit } = around;
  const eol = endOfLineIn(text);
  const at = gapBefore(text, braces.close, lineCommentEndsIn(around));
  const rest = text.slice(at, braces.close);
  const isOnlyObject = text.slice(0, braces.open).trim() === "" && text.slice(braces.close + 1).trim() === "";
  if (!isOnlyObject && !hasLineBreak(text.trim()) && !lineCommentEndsIn(around).has(at)) {
    const line = { eol, unit, at, until: at, after: "", indent: "", before: rest };
    return /[:,{]\s/.test(text) ? { ...line, colon: ": ", form: "inline" } : { ...line, colon: ":", form: "tight" };
  }
  const outer = indentAt(text, braces.open);
  const indent = outer + unit;
  const line = { eol, unit, at, indent, before: eol + indent, colon: ": ", form: "lines" } as const;
  return hasLineBreak(rest) ? { ...line, until: at, after: "" } : { ...line, until: braces.close, after: eol + outer };
}

const isFirstOnLine = (text: string, offset: number): boolean =>
  text.slice(lineStart(text, offset), offset).trim() === "";

/** Where comments end that only a line break ends: a break has to stay there. */
function lineCommentEndsIn({ text, comments }: Surroundings): ReadonlySet<number> {
  const lines = [...comments()].filter(([start]) => text[start] === "#" || text[start + 1] === "/");
  return new Set(lines.map(([, end]) => end));
}

/** Behind the comments that follow on the same line. */
function behindComments({ text, comments }: Surroundings, offset: number): number {
  let end = offset;
  for (;;) {
    let next = end;
    while (text[next] === " " || text[next] === "\t") next++;
    const commentEnd = comments().get(next);
    if (commentEnd === undefined || hasLineBreak(text.slice(next, commentEnd))) return end;
    end = commentEnd;
  }
}

function renderMember(layout: Layout, name: string, value: unknown): string {
  return JSON.stringify(name) + layout.colon + renderValue(layout, value);
}

/** JSON never has a line break inside a string, so every one of them is layout. */
function renderValue({ form, eol, indent, unit }: Form, value: unknown): string {
  if (form === "tight") return JSON.stringify(value);
  if (form === "inline") return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}
