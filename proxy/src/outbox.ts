import type { ProxyLimits } from "./limits.ts";
import type { StdioUpstream } from "./upstream.ts";

/**
 * The way to a server's stdin. Lines of one turn of the event loop go out in one write, for a write costs as much as
 * all else that is done for a line. A server that does not read makes them wait, up to the limits.
 */
export interface Outbox {
  /** What waited for an earlier server is gone. */
  attach(upstream: StdioUpstream): void;
  detach(): void;
  /**
   * False, and nothing is sent, when there is no server or too much waits already. The line ends with its break.
   * `isAlone`: others are not to be expected, so it goes at once.
   */
  send(line: Buffer, isAlone?: boolean): boolean;
  /** Sends at once, also while others are held. */
  sendFirst(line: Buffer): void;
  /** From now on lines wait, until `release`. */
  hold(): void;
  release(): void;
  /** What waits is not sent. */
  clear(): void;
  /** The server reads again. */
  drained(): void;
}

export function createOutbox({
  queuedMessages,
  queuedBytes,
}: Pick<ProxyLimits, "queuedMessages" | "queuedBytes">): Outbox {
  let upstream: StdioUpstream | undefined;
  let lines: Buffer[] = [];
  let bytes = 0;
  let isHeld = false;
  let isFull = false;
  let isScheduled = false;

  return {
    attach(next) {
      upstream = next;
      isFull = false;
      isHeld = false;
      clear();
    },

    detach() {
      upstream = undefined;
      clear();
    },

    send(line, isAlone = false) {
      if (upstream === undefined) return false;
      const mustWait = isHeld || isFull;
      if (mustWait && (lines.length >= queuedMessages || bytes >= queuedBytes)) return false;
      if (isAlone && !mustWait && lines.length === 0) {
        isFull = !upstream.write(line);
        return true;
      }
      lines.push(line);
      bytes += line.length;
      if (!mustWait && !isScheduled) {
        isScheduled = true;
        setImmediate(flush);
      }
      return true;
    },

    sendFirst(line) {
      if (upstream?.write(line) === false) isFull = true;
    },

    hold() {
      isHeld = true;
    },

    release() {
      isHeld = false;
      flush();
    },

    clear,

    drained() {
      isFull = false;
      flush();
    },
  };

  function flush(): void {
    isScheduled = false;
    if (upstream === undefined || isHeld || isFull || lines.length === 0) return;
    const all = lines.length === 1 ? lines[0]! : Buffer.concat(lines, bytes);
    clear();
    isFull = !upstream.write(all);
  }

  function clear(): void {
    lines = [];
    bytes = 0;
  }
}
