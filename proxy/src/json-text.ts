/*
 * JSON (RFC 8259) read from its bytes, without making values of it. Every function takes the offset where its piece
 * begins, past any whitespace, and gives the offset after it, or -1 where the bytes are not JSON. None recurses.
 */

/** A span of bytes: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** No value nested deeper is taken for JSON. */
export const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** What closes the containers around the current value. Shared by all calls: nothing here waits or calls back. */
const closers = new Uint8Array(MAX_DEPTH);

export function skipSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at;
    at += 1;
  }
  return at;
}

/** `room`: how many levels of nesting the value may have. */
export function skipValue(bytes: Uint8Array, at: number, room: number = MAX_DEPTH): number {
  let depth = 0;
  for (;;) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const closer = byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      at = skipSpace(bytes, at + 1);
      if (depth >= room) return -1;
      if (bytes[at] === closer) at += 1;
      else {
        closers[depth] = closer;
        depth += 1;
        if (closer === CLOSE_BRACE) at = skipKey(bytes, at);
        if (at === -1) return -1;
        continue;
      }
    } else {
      at = skipScalar(bytes, at);
      if (at === -1) return -1;
    }

    for (; depth > 0; depth -= 1) {
      at = skipSpace(bytes, at);
      if (bytes[at] === COMMA) break;
      if (bytes[at] !== closers[depth - 1]) return -1;
      at += 1;
    }
    if (depth === 0) return at;
    at = skipSpace(bytes, at + 1);
    if (closers[depth - 1] === CLOSE_BRACE) at = skipKey(bytes, at);
    if (at === -1) return -1;
  }
}

/** A key with its colon and the whitespace up to its value. */
export function skipKey(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return -1;
  at = skipString(bytes, at);
  if (at === -1) return -1;
  at = skipSpace(bytes, at);
  return bytes[at] === COLON ? skipSpace(bytes, at + 1) : -1;
}

/** `at` is the opening quote. */
export function skipString(bytes: Uint8Array, at: number): number {
  for (at += 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -1;
    if (byte === BACKSLASH) {
      at += 1;
      const length = escapeLength(bytes, at);
      if (length === 0) return -1;
      at += length - 1;
    }
  }
  return -1;
}

/** Of what follows the backslash: 1, or 5 for a code unit; 0 when there is no such escape. */
function escapeLength(bytes: Uint8Array, at: number): number {
  switch (bytes[at] ?? 0) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 1;
    case 0x75:
      for (let digit = at + 1; digit <= at + 4; digit += 1) if (!isHexDigit(bytes[digit])) return 0;
      return 5;
    default:
      return 0;
  }
}

function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  switch (byte) {
    case QUOTE:
      return skipString(bytes, at);
    case 0x74:
      return bytes[at + 1] === 0x72 && bytes[at + 2] === 0x75 && bytes[at + 3] === 0x65 ? at + 4 : -1;
    case 0x66:
      return skipFalse(bytes, at);
    case 0x6e:
      return bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c ? at + 4 : -1;
    default:
      return byte === MINUS || isDigit(byte) ? skipNumber(bytes, at) : -1;
  }
}

function skipFalse(bytes: Uint8Array, at: number): number {
  const isFalse = bytes[at + 1] === 0x61 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x73 && bytes[at + 4] === 0x65;
  return isFalse ? at + 5 : -1;
}

function skipNumber(bytes: Uint8Array, at: number): number {
  if (bytes[at] === MINUS) at += 1;
  if (bytes[at] === ZERO) at += 1;
  else {
    at = skipDigits(bytes, at);
    if (at === -1) return -1;
  }
  if (bytes[at] === POINT) {
    at = skipDigits(bytes, at + 1);
    if (at === -1) return -1;
  }
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** At least one. */
function skipDigits(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at])) return -1;
  do at += 1;
  while (isDigit(bytes[at]));
  return at;
}

/** Where the member `name` of the object at `span` has its value; of the last one when repeated. The bytes are JSON. */
export function findMember(bytes: Buffer, span: Span, name: string): Span | undefined {
  return membersOf(bytes, span).findLast(({ key }) => key === name)?.value;
}

/** The value of the string at `span`, or `undefined` when the span is missing or holds something else. */
export function textAt(bytes: Buffer, span: Span | undefined): string | undefined {
  if (span === undefined || bytes[span.start] !== QUOTE) return undefined;
  const text = bytes.toString("utf8", span.start + 1, span.end - 1);
  if (!text.includes("\\")) return text;
  const plain: string = JSON.parse(`"${text}"`);
  return plain;
}

/** The bytes at `span` as they are, one character each; survives any text, and `Buffer.from(…, "latin1")` undoes it. */
export function rawAt(bytes: Buffer, { start, end }: Span): string {
  return bytes.toString("latin1", start, end);
}

export interface Member {
  readonly key: string;
  readonly value: Span;
}

/** The members of the object at `span` in their order, repeated ones too; none of anything else. The bytes are JSON. */
export function membersOf(bytes: Buffer, span: Span): Member[] {
  const members: Member[] = [];
  if (bytes[span.start] !== OPEN_BRACE) return members;
  let at = skipSpace(bytes, span.start + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = skipString(bytes, at);
    const start = skipKey(bytes, at);
    const end = skipValue(bytes, start);
    members.push({ key: textAt(bytes, { start: at, end: keyEnd })!, value: { start, end } });
    at = skipSpace(bytes, end);
    if (bytes[at] !== COMMA) break;
    at = skipSpace(bytes, at + 1);
  }
  return members;
}

/** The elements of the array at `span`; none of anything else. The bytes are JSON. */
export function elementsOf(bytes: Buffer, span: Span): Span[] {
  const elements: Span[] = [];
  if (bytes[span.start] !== OPEN_BRACKET) return elements;
  for (let at = skipSpace(bytes, span.start + 1); at < span.end - 1; at = skipSpace(bytes, at + 1)) {
    const end = skipValue(bytes, at);
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
  }
  return elements;
}
