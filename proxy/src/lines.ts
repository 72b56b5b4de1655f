export interface LineOptions {
  readonly maxBytes: number;
  /** Without its line break. May share memory with the chunk it came in. Blank lines are left out. */
  readonly onLine: (line: Buffer) => void;
  /** A longer line was let go of. What it was about can often be told from its first and last bytes. */
  readonly onTooLong: (ends: LineEnds) => void;
}

export interface LineEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly length: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const KEPT_BYTES = 512;

/** Splits a stream of bytes at line feeds. Holds one unfinished line, and of one that is too long its ends only. */
export function createLines({ maxBytes, onLine, onTooLong }: LineOptions): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let length = 0;
  let cut: { head: Buffer; tail: Buffer } | undefined;

  return function push(chunk) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const rest = chunk.subarray(from, end);
      from = end + 1;
      if (length === 0 && rest.length <= maxBytes) emit(rest);
      else {
        hold(rest);
        finish();
      }
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  };

  function hold(bytes: Buffer): void {
    length += bytes.length;
    if (cut !== undefined) cut.tail = tailOf([cut.tail, bytes]);
    else {
      held.push(bytes);
      if (length <= maxBytes) return;
      const all = Buffer.concat(held);
      cut = { head: Buffer.from(all.subarray(0, KEPT_BYTES)), tail: tailOf([all]) };
      held = [];
    }
  }

  function finish(): void {
    if (cut !== undefined) onTooLong({ ...cut, length });
    else emit(held.length === 1 ? held[0]! : Buffer.concat(held, length));
    held = [];
    length = 0;
    cut = undefined;
  }

  function emit(line: Buffer): void {
    const trimmed = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
    if (trimmed.length > 0) onLine(trimmed);
  }
}

function tailOf(pieces: readonly Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(pieces.map((piece) => piece.subarray(-KEPT_BYTES))).subarray(-KEPT_BYTES));
}
