import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  Lexer,
  type Pair,
  parseDocument,
  type Document,
  visit,
  type YAMLMap,
} from "yaml";
import type { Braces, Member, Surroundings } from "./braces.ts";
import { refuse } from "./refuse.ts";
import { lineEnd, lineStart } from "./text.ts";

export interface YamlText extends Surroundings {
  readonly document: Document.Parsed;
  /** Missing when there is nothing but blanks and comments. */
  readonly root: YAMLMap | undefined;
}

/**
 * Reads one YAML document whose root is a map.
 * @throws AppError `invalid_input` with the position, also for a second document and for a key that appears twice
 */
export function readYaml(text: string): YamlText {
  const document = parsed(text);
  const [error] = document.errors;
  if (error) throw refuse(`not valid YAML (${wordsOf(error.code)})`, text, error.pos[0]);
  refuseRepetition(text, document);
  const { contents } = document;
  const root = isMap(contents) ? contents : undefined;
  // Behind a bare "---" the library finds an empty scalar.
  if (contents && !root && !isNothing(contents)) throw refuse("its root is not a map", text, startOf(contents));
  return { text, document, root, comments: once(() => commentsIn(text)), unit: "  " };
}

function refuseRepetition(text: string, document: Document.Parsed): void {
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value)) throw refuse("a key appears twice in one map", text, startOf(key));
        keys.add(value);
      }
    },
  });
}

/** A value that is not written at all; an explicit `null` is. */
export const isNothing = (node: unknown): boolean =>
  node === null || (isScalar(node) && node.value === null && !node.source && !node.tag);

/** A document nested deeper than the stack is refused like any other that cannot be read. */
function parsed(text: string): Document.Parsed {
  try {
    // Not "silent": that would also hide that there is a second document.
    // The library's own search for keys that appear twice takes time that grows with their number squared.
    return parseDocument(text, {
      keepSourceTokens: true,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "error",
    });
  } catch (cause) {
    if (cause instanceof RangeError) throw refuse("nested too deeply");
    throw cause;
  }
}

/** `MULTIPLE_DOCS` becomes `multiple docs`. */
const wordsOf = (code: string): string => code.replaceAll("_", " ").toLowerCase();

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const LEXER_MARKS = new Set(["\u0002", "\u0018", "\u001f"]);

/** The lexer's tokens are the text cut in pieces, but for marks of its own. */
function commentsIn(text: string): ReadonlyMap<number, number> {
  const comments = new Map<number, number>();
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (LEXER_MARKS.has(token)) continue;
    if (token.startsWith("#")) comments.set(offset, offset + token.length);
    offset += token.length;
  }
  return comments;
}

/** What an application would read a key as; keys that are no plain words are nobody's names. */
export function nameOf({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

export const pairNamed = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find((pair) => nameOf(pair) === name);

/** Where the colon of a pair ends. */
export function colonEnd({ srcToken }: Pair): number | undefined {
  const colon = srcToken?.sep?.find(({ type }) => type === "map-value-ind");
  return colon && colon.offset + colon.source.length;
}

/** The whole lines a pair of a block map is on, a comment behind its value included. */
export function linesOf(text: string, pair: Pair): { start: number; end: number } {
  const marks = pair.srcToken?.start.find(({ type }) => ["anchor", "tag", "explicit-key-ind"].includes(type));
  const start = lineStart(text, marks?.offset ?? startOf(pair.key));
  return { start, end: lineEnd(text, Math.max(contentEnd(pair.key), colonEnd(pair) ?? 0, contentEnd(pair.value))) };
}

/** The places of a flow map's members, as in JSON. */
export function bracesOf(map: YAMLMap): Braces | undefined {
  const token = map.srcToken;
  if (token?.type !== "flow-collection") return undefined;
  const close = token.end.find(({ type }) => type === "flow-map-end");
  if (!close) return undefined;
  const commas = token.items.map(({ start }) => start.find(({ type }) => type === "comma")?.offset);
  const members = map.items.map((pair, index): Member => {
    const keyEnd = contentEnd(pair.key);
    const hasValue = !isNothing(pair.value);
    return {
      name: nameOf(pair) ?? "",
      keyStart: startOf(pair.key),
      valueStart: hasValue ? startOf(pair.value) : keyEnd,
      valueEnd: hasValue ? contentEnd(pair.value) : Math.max(keyEnd, colonEnd(pair) ?? 0),
      comma: commas[index + 1],
    };
  });
  return { open: token.offset, close: close.offset, members };
}

export const startOf = (node: unknown): number => rangeOf(node)[0];

/** Where a node's own text ends; the range of a block collection runs on over the comments behind it. */
export function contentEnd(node: unknown): number {
  if (isCollection(node) && !node.flow) {
    const last: unknown = node.items.at(-1);
    if (!isMap(node)) return last === undefined ? rangeOf(node)[1] : contentEnd(last);
    const pair = last as Pair | undefined;
    return pair ? Math.max(contentEnd(pair.key), colonEnd(pair) ?? 0, contentEnd(pair.value)) : rangeOf(node)[1];
  }
  return rangeOf(node)[1];
}

function rangeOf(node: unknown): readonly [number, number, ...number[]] {
  const hasRange = isScalar(node) || isCollection(node) || isAlias(node);
  return (hasRange && node.range) || [0, 0];
}
