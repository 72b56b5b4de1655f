import { skipKey, skipSpace, skipString, skipValue } from "./json-text.ts";

/** Offsets into an envelope; the value of slot `n` lies between `spans[2 * n]` and `spans[2 * n + 1]`, 0 when absent. */
export type Spans = number[];

export const SLOT = {
  jsonrpc: 0,
  id: 1,
  method: 2,
  params: 3,
  result: 4,
  error: 5,
  meta: 6,
  requestId: 7,
  progressToken: 8,
  uri: 9,
  name: 10,
  task: 11,
  metaToken: 12,
  metaVersion: 13,
} as const;

/** A plain array: a typed one of this size has memory of its own, which costs more than all the reading. */
const NO_SPANS: Spans = Array.from({ length: 2 * Object.keys(SLOT).length }, () => 0);

interface Key {
  readonly text: string;
  readonly bytes: Buffer;
  readonly slot: number;
  /** Some servers match keys whatever their case. For a guarded key, a look-alike could say something else to them. */
  readonly isGuarded: boolean;
  readonly inner?: readonly Key[];
}

const META = [key("progressToken", SLOT.metaToken), key("io.modelcontextprotocol/protocolVersion", SLOT.metaVersion)];

const PARAMS = [
  key("_meta", SLOT.meta, { inner: META }),
  key("name", SLOT.name, { isGuarded: false }),
  key("uri", SLOT.uri, { isGuarded: false }),
  key("requestId", SLOT.requestId),
  key("progressToken", SLOT.progressToken),
  key("task", SLOT.task, { isGuarded: false }),
];

const TOP = [
  key("jsonrpc", SLOT.jsonrpc),
  key("id", SLOT.id),
  key("method", SLOT.method),
  key("params", SLOT.params, { inner: PARAMS }),
  key("result", SLOT.result),
  key("error", SLOT.error),
];

export interface EnvelopeOptions {
  readonly maxDepth: number;
  /** Whether look-alikes of guarded keys are refused. */
  readonly isGuarded: boolean;
}

/** The text is JSON, but two readers could understand it differently: a key that counts is repeated. */
export const AMBIGUOUS = -2;

/**
 * Reads the object that begins at `at`, checks that all of it is JSON, and notes where what routing needs has its value.
 * Gives the offset after it, -1 where it is not JSON, or `AMBIGUOUS`.
 */
export function readEnvelope(bytes: Buffer, at: number, { maxDepth, isGuarded }: EnvelopeOptions): Envelope {
  const spans = NO_SPANS.slice();
  const end = readMembers(bytes, at, { keys: TOP, spans, room: maxDepth, isGuarded });
  return { end, spans };
}

export interface Envelope {
  readonly end: number;
  readonly spans: Spans;
}

interface Reading {
  readonly keys: readonly Key[];
  readonly spans: Spans;
  readonly room: number;
  readonly isGuarded: boolean;
}

function readMembers(bytes: Buffer, at: number, reading: Reading): number {
  const { keys, spans, room, isGuarded } = reading;
  if (room <= 0) return -1;
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === 0x7d) return at + 1;
  for (;;) {
    if (bytes[at] !== 0x22) return -1;
    const keyEnd = skipString(bytes, at);
    if (keyEnd === -1) return -1;
    const start = skipKey(bytes, at);
    if (start === -1) return -1;
    const known = findKey(keys, bytes, at + 1, keyEnd - 1);
    if (known === undefined) {
      if (isGuarded && isLookAlike(keys, bytes, at + 1, keyEnd - 1)) return AMBIGUOUS;
      at = skipValue(bytes, start, room - 1);
    } else {
      if (spans[2 * known.slot] !== 0) return AMBIGUOUS;
      at =
        known.inner !== undefined && bytes[start] === 0x7b
          ? readMembers(bytes, start, { ...reading, keys: known.inner, room: room - 1 })
          : skipValue(bytes, start, room - 1);
      spans[2 * known.slot] = start;
      spans[2 * known.slot + 1] = at;
    }
    if (at < 0) return at;
    at = skipSpace(bytes, at);
    if (bytes[at] === 0x7d) return at + 1;
    if (bytes[at] !== 0x2c) return -1;
    at = skipSpace(bytes, at + 1);
  }
}

function findKey(keys: readonly Key[], bytes: Buffer, start: number, end: number): Key | undefined {
  for (const candidate of keys) if (isSame(candidate.bytes, bytes, start, end)) return candidate;
  if (isPlain(bytes, start, end)) return undefined;
  const text = decode(bytes, start, end);
  return keys.find((candidate) => candidate.text === text);
}

function isSame(expected: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (expected.length !== end - start) return false;
  for (let i = 0; i < expected.length; i += 1) if (bytes[start + i] !== expected[i]) return false;
  return true;
}

function isLookAlike(keys: readonly Key[], bytes: Buffer, start: number, end: number): boolean {
  if (isPlain(bytes, start, end)) return keys.some((candidate) => isAlike(candidate, bytes, start, end));
  const text = fold(decode(bytes, start, end));
  return keys.some((candidate) => candidate.isGuarded && fold(candidate.text) === text);
}

/** The bit that tells ASCII letters' cases apart is left out of account. */
function isAlike({ bytes: expected, isGuarded }: Key, bytes: Buffer, start: number, end: number): boolean {
  if (!isGuarded || expected.length !== end - start) return false;
  for (let i = 0; i < expected.length; i += 1) if ((bytes[start + i]! | 0x20) !== (expected[i]! | 0x20)) return false;
  return true;
}

/** Neither escapes nor letters beyond ASCII, some of which fold to ASCII. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === 0x5c || bytes[at]! > 0x7e) return false;
  return true;
}

function decode(bytes: Buffer, start: number, end: number): string {
  const text: string = JSON.parse(`"${bytes.toString("utf8", start, end)}"`);
  return text;
}

const fold = (text: string): string => text.toUpperCase().toLowerCase();

function key(text: string, slot: number, rest: { isGuarded?: boolean; inner?: readonly Key[] } = {}): Key {
  return { isGuarded: true, ...rest, text, slot, bytes: Buffer.from(text) };
}
