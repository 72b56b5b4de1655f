import { isUtf8 } from "node:buffer";
import { AMBIGUOUS, readEnvelope, SLOT, type Spans } from "./envelope.ts";
import { elementsOf, findMember, MAX_DEPTH, rawAt, skipSpace, skipValue, type Span, textAt } from "./json-text.ts";

/** One JSON-RPC message: its bytes, and where in them is what a proxy must know. */
export interface Message {
  readonly bytes: Buffer;
  readonly kind: "request" | "notification" | "response";
  /** Empty for a response. */
  readonly method: string;
  /** Absent for a notification. For a response it may hold `null`. */
  readonly id: Span | undefined;
  readonly spans: Spans;
}

/** Why bytes are not one message. The `code` is JSON-RPC's. */
export interface Malformed {
  readonly kind: "malformed";
  readonly code: -32700 | -32600;
  readonly text: string;
  /** The raw id, where there is one to answer to. */
  readonly id?: string;
}

/** Deeper nesting makes some servers fail, or crash. */
const CLIENT_DEPTH = 200;

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A client's message, read strictly: what is forwarded must mean to the server what it means to us. */
export function readClientMessage(bytes: Buffer): Message | Malformed {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== OPEN_BRACE) {
    const isJson = start < bytes.length && skipSpace(bytes, skipValue(bytes, start)) === bytes.length;
    return isJson ? invalid("a message is a JSON object") : NOT_JSON;
  }
  const { end, spans } = readEnvelope(bytes, start, { maxDepth: CLIENT_DEPTH, isGuarded: true });
  if (end === AMBIGUOUS) return invalid("a key appears twice, or in a spelling that some servers take for the same");
  if (end === -1 || skipSpace(bytes, end) !== bytes.length || !isUtf8(bytes)) return NOT_JSON;

  return classify(bytes, spans);
}

function classify(bytes: Buffer, spans: Spans): Message | Malformed {
  const idSpan = spanOf(spans, SLOT.id);
  const id = idSpan && isId(bytes, idSpan) ? rawAt(bytes, idSpan) : undefined;
  const outcomes = (spans[2 * SLOT.result] === 0 ? 0 : 1) + (spans[2 * SLOT.error] === 0 ? 0 : 1);
  if (textAt(bytes, spanOf(spans, SLOT.jsonrpc)) !== "2.0") return invalid('"jsonrpc" must be "2.0"', id);
  if (spans[2 * SLOT.method] === 0) {
    if (outcomes !== 1 || idSpan === undefined) return invalid("neither request, notification nor response", id);
    return { bytes, kind: "response", method: "", id: idSpan, spans };
  }
  const method = textAt(bytes, spanOf(spans, SLOT.method));
  if (method === undefined) return invalid('"method" must be a string', id);
  if (outcomes !== 0) return invalid("a message with a method has neither result nor error", id);
  if (idSpan === undefined) return { bytes, kind: "notification", method, id: undefined, spans };
  return id === undefined
    ? invalid('"id" must be a string or a number')
    : { bytes, kind: "request", method, id: idSpan, spans };
}

/** A server's message, read generously: what it means is for its client to judge. */
export function readServerMessage(bytes: Buffer): Message | Malformed {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== OPEN_BRACE) return NOT_JSON;
  const { end, spans } = readEnvelope(bytes, start, { maxDepth: MAX_DEPTH, isGuarded: false });
  if (end === AMBIGUOUS) return invalid("a key appears twice");
  if (end === -1 || skipSpace(bytes, end) !== bytes.length) return NOT_JSON;
  const method = textAt(bytes, spanOf(spans, SLOT.method));
  const id = spanOf(spans, SLOT.id);
  if (method !== undefined) return { bytes, kind: id === undefined ? "notification" : "request", method, id, spans };
  return id === undefined ? invalid("neither method nor id") : { bytes, kind: "response", method: "", id, spans };
}

/** The elements of a batch, or `undefined` when the bytes are not a JSON array. */
export function readBatch(bytes: Buffer, { maxDepth = MAX_DEPTH } = {}): Buffer[] | undefined {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== OPEN_BRACKET) return undefined;
  const end = skipValue(bytes, start, maxDepth);
  if (end === -1 || skipSpace(bytes, end) !== bytes.length) return undefined;
  return elementsOf(bytes, { start, end }).map((element) => bytes.subarray(element.start, element.end));
}

export const isBatch = (bytes: Buffer): boolean => bytes[skipSpace(bytes, 0)] === OPEN_BRACKET;

/** Where `params.uri`, `params._meta.progressToken` and the like have their value. */
export function spanIn({ spans }: Message, slot: keyof typeof SLOT): Span | undefined {
  return spanOf(spans, SLOT[slot]);
}

/** The member of `params` or of `result` that routing seldom needs. */
export function memberOf(message: Message, of: "params" | "result" | "meta", name: string): Span | undefined {
  const span = spanIn(message, of);
  return span && findMember(message.bytes, span, name);
}

/** The raw text of the id, e.g. `7` or `"a"`; empty for a notification. */
export function rawId({ bytes, id }: Message): string {
  return id === undefined ? "" : rawAt(bytes, id);
}

/** Two ids are the same when this is, however they were written. Numbers keep their text. */
export function sameness(raw: string): string {
  if (!raw.includes("\\")) return raw;
  const plain = JSON.stringify(JSON.parse(Buffer.from(raw, "latin1").toString()));
  return Buffer.from(plain).toString("latin1");
}

/** The integer at `span`, written as a number or, as some servers do with ids, as a string; -1 for anything else. */
export function integerAt(bytes: Buffer, span: Span): number {
  const isText = bytes[span.start] === 0x22;
  const end = isText ? span.end - 1 : span.end;
  let value = 0;
  let at = isText ? span.start + 1 : span.start;
  if (at === end || end - at > 16) return -1;
  for (; at < end; at += 1) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A message in one line: raw line breaks, which can only be whitespace between tokens, become spaces. */
export function toOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(LINE_FEED) && !bytes.includes(CARRIAGE_RETURN)) return bytes;
  return Buffer.from(bytes.toString("latin1").replace(/[\r\n]/g, " "), "latin1");
}

const NOT_JSON: Malformed = { kind: "malformed", code: -32700, text: "the message is not valid JSON" };

function invalid(text: string, id?: string): Malformed {
  return { kind: "malformed", code: -32600, text, ...(id !== undefined && { id }) };
}

function spanOf(spans: Spans, slot: number): Span | undefined {
  const start = spans[2 * slot]!;
  return start === 0 ? undefined : { start, end: spans[2 * slot + 1]! };
}

function isId(bytes: Buffer, { start }: Span): boolean {
  const first = bytes[start]!;
  return first === 0x22 || first === 0x2d || (first >= 0x30 && first <= 0x39);
}
