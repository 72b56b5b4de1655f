import type { Activity } from "./health.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

/** Bookkeeping only: no request is treated differently for what is noted here. */
export interface ActivityLog {
  /** A client used this session id, or the server issued it. */
  noteSession(id: string): void;
  /** The server says that it has no such session (any more). */
  forgetSession(id: string): void;
  /** Bytes of an answer came from the server. */
  noteAnswer(): void;
  /** How a remote server answered. */
  noteStatus(status: number): void;
  /** The server could not be reached. */
  noteLoss(): void;
  /** When that was last, `Date.now()` based; 0 when never. */
  readonly lostAt: number;
  /** Who we are has changed. */
  forgetStatus(): void;
  /** Time of the last answer, `Date.now()` based; 0 when there was none. */
  readonly lastAnswerAt: number;
  /** Whether the last that a remote server had to say about who we are was no. */
  readonly isUnwelcome: boolean;
  snapshot(counts: { inFlight: number; streams: number }): Activity;
}

export function createActivityLog(mode: "streamable-http" | "sse"): ActivityLog {
  /** Time of last use by id, longest unused first. */
  const lastUse = new Map<string, number>();
  let lastAnswerAt = 0;
  let lostAt = 0;
  let isUnwelcome = false;

  return {
    noteSession(id) {
      lastUse.delete(id);
      lastUse.set(id, Date.now());
      if (lastUse.size > DEFAULT_LIMITS.sessions) dropWhile((_, count) => count > DEFAULT_LIMITS.sessions);
    },

    forgetSession(id) {
      lastUse.delete(id);
    },

    noteAnswer() {
      lastAnswerAt = Date.now();
    },

    noteStatus(status) {
      if (status === 401) isUnwelcome = true;
      else if (status < 400) isUnwelcome = false;
    },
    noteLoss() {
      lostAt = Date.now();
    },
    get lostAt() {
      return lostAt;
    },
    forgetStatus() {
      isUnwelcome = false;
    },
    get lastAnswerAt() {
      return lastAnswerAt;
    },
    get isUnwelcome() {
      return isUnwelcome;
    },

    snapshot({ inFlight, streams }) {
      const oldest = Date.now() - DEFAULT_LIMITS.sessionIdleMs;
      dropWhile((usedAt) => usedAt < oldest);
      return { sessions: mode === "sse" ? streams : lastUse.size, inFlight, lastAnswerAt };
    },
  };

  function dropWhile(isTooMuch: (usedAt: number, count: number) => boolean): void {
    for (const [id, usedAt] of lastUse) {
      if (!isTooMuch(usedAt, lastUse.size)) return;
      lastUse.delete(id);
    }
  }
}
