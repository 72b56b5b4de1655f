const LF = 0x0a;
const CR = 0x0d;

/** The longest way in which two lines end: CR LF CR LF. */
const END_BYTES = 4;

/** Finds where the events of a stream end: after a blank line. Lines end with LF, CR LF or CR. */
export interface EventScanner {
  /** Whether the last byte seen ended an event, or none was seen yet. */
  readonly isBetween: boolean;
  /** Where the event that goes on at `from` ends, or -1. */
  end(chunk: Buffer, from: number): number;
  /** Takes note of a chunk that nobody wants to look into; costs the same whatever its length. */
  skip(chunk: Buffer): void;
}

export function createEventScanner(): EventScanner {
  let isLineStart = true;
  let isAfterCr = false;
  let isBetween = true;

  const scanner: EventScanner = {
    get isBetween() {
      return isBetween;
    },

    end(chunk, from) {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (byte === LF && isAfterCr) {
          isAfterCr = false;
          if (isBetween) return at + 1;
          continue;
        }
        isAfterCr = byte === CR;
        const isLineEnd = byte === LF || isAfterCr;
        isBetween = isLineEnd && isLineStart;
        isLineStart = isLineEnd;
        if (isBetween) return at + 1;
      }
      return -1;
    },

    skip(chunk) {
      let at = Math.max(0, chunk.length - END_BYTES);
      if (at > 0) {
        isLineStart = false;
        isAfterCr = false;
        isBetween = false;
      }
      while (at !== -1 && at < chunk.length) at = scanner.end(chunk, at);
    },
  };
  return scanner;
}
