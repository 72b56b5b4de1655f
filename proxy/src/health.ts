export type Health = { healthy: true } | { healthy: false; reason: string };

export interface Activity {
  /** Clients that are there: a stream open, a request in flight, or traffic in the last 30 seconds. */
  readonly sessions: number;
  readonly inFlight: number;
  /** Time of the last answer from the server, `Date.now()` based; 0 when there was none. */
  readonly lastAnswerAt: number;
}
