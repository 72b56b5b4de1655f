/** How patient the engine is, in milliseconds. Tests are less so. */
export interface Timings {
  /** A stdio server must stay up so long before it counts as ready: a crash at start comes earlier. */
  readonly settleMs: number;
  /** Between two looks at a server that is not ready yet. */
  readonly probeEveryMs: number;
  /** Before the second restart of a server that fails in a row; the first is at once. Doubles up to the last. */
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** A run that lasted so long was a good one: the next failure is the first again. */
  readonly goodRunMs: number;
  /** Events can be late, doubled or lost; everything is read again this often in any case. */
  readonly resyncEveryMs: number;
  /** Before the engine is asked again after it was lost; doubles up to the last. */
  readonly firstReconnectMs: number;
  readonly lastReconnectMs: number;
  /** Between two rounds of asking every server for a sign of life, and how long one may take. */
  readonly healthEveryMs: number;
  readonly healthLimitMs: number;
  /** A server that answered a call so recently need not be asked. */
  readonly recentAnswerMs: number;
}

export const DEFAULT_TIMINGS: Timings = {
  settleMs: 1000,
  probeEveryMs: 200,
  firstRetryMs: 500,
  lastRetryMs: 30_000,
  goodRunMs: 60_000,
  resyncEveryMs: 30_000,
  firstReconnectMs: 250,
  lastReconnectMs: 5000,
  healthEveryMs: 10_000,
  healthLimitMs: 5000,
  recentAnswerMs: 30_000,
};
