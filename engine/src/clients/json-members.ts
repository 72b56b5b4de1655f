import { createScanner, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import type { Braces, Member, Surroundings } from "./braces.ts";
import { refuse } from "./refuse.ts";
import { indentAt } from "./text.ts";

/** Deeper than any settings file, and far from the end of the stack: the parser calls itself. */
const MAX_DEPTH = 500;

export interface JsonText extends Surroundings {
  /** Missing when there is nothing but blanks and comments. */
  readonly root: Braces | undefined;
}

/**
 * Reads JSON with comments and trailing commas into the places of its objects' members.
 * @throws AppError `invalid_input` with the position, also for a key that appears twice and for a root that is no object
 */
export function readJson(text: string): JsonText {
  refuseDepth(text);
  const comments = new Map<number, number>();
  const open: Array<OpenObject | undefined> = [];
  let root: Braces | undefined;

  const valueEnds = (end: number): void => {
    const member = open.at(-1)?.members.at(-1);
    if (member) member.valueEnd = end;
  };
  const valueStarts = (start: number): void => {
    const parent = open.at(-1);
    const member = parent?.members.at(-1);
    if (member) member.valueStart = start;
    if (open.length === 0 && text[start] !== "{") throw refuse("its root is not an object", text, start);
  };

  visit(
    text,
    {
      onObjectBegin(offset) {
        valueStarts(offset);
        open.push({ open: offset, close: offset, members: [], names: new Set() });
      },
      onObjectProperty(name, offset, length) {
        const object = open.at(-1);
        if (!object) return;
        if (object.names.has(name)) throw refuse("a key appears twice in one object", text, offset);
        object.names.add(name);
        const end = offset + length;
        object.members.push({ name, keyStart: offset, valueStart: end, valueEnd: end, comma: undefined });
      },
      onSeparator(character, offset) {
        const member = open.at(-1)?.members.at(-1);
        if (character === "," && member) member.comma = offset;
      },
      onObjectEnd(offset) {
        const object = open.pop();
        if (!object) return;
        object.close = offset;
        const member = open.at(-1)?.members.at(-1);
        // Only what we edit is kept: the root, the servers, and one server's fields.
        if (member && open.length <= 2) member.braces = object;
        if (open.length === 0) root = object;
        valueEnds(offset + 1);
      },
      onArrayBegin(offset) {
        valueStarts(offset);
        open.push(undefined);
      },
      onArrayEnd(offset) {
        open.pop();
        valueEnds(offset + 1);
      },
      onLiteralValue(_value, offset, length) {
        valueStarts(offset);
        valueEnds(offset + length);
      },
      onComment(offset, length) {
        comments.set(offset, offset + length);
      },
      onError(code: ParseErrorCode, offset) {
        throw refuse(`not valid JSON (${wordsOf(printParseErrorCode(code))})`, text, offset);
      },
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  return { text, root, comments: () => comments, unit: unitOf(text, root) };
}

/** As the first member of the root is indented; a key in the middle of a line tells nothing. */
function unitOf(text: string, root: Braces | undefined): string {
  const first = root?.members[0];
  const indent = first && indentAt(text, first.keyStart);
  return indent && text.slice(0, first.keyStart).endsWith(`\n${indent}`) ? indent : "  ";
}

interface OpenObject extends Braces {
  close: number;
  readonly members: Array<{ -readonly [Field in keyof Member]: Member[Field] }>;
  readonly names: Set<string>;
}

function refuseDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  do {
    scanner.scan();
    // No other token begins with one of these.
    const character = text[scanner.getTokenOffset()];
    if (character === "{" || character === "[") depth++;
    if (character === "}" || character === "]") depth--;
    if (depth > MAX_DEPTH) throw refuse("nested too deeply", text, scanner.getTokenOffset());
  } while (scanner.getTokenOffset() < text.length);
}

/** `CommaExpected` becomes `comma expected`. */
const wordsOf = (code: string): string => code.replaceAll(/(?!^)(?=[A-Z])/g, " ").toLowerCase();
