export type Health = { healthy: true } | { healthy: false; reason: string };

export interface Activity {
  readonly sessions: number;
  readonly inFlight: number;
  /** Time of the last answer from the server, `Date.now()` based; 0 when there was none. */
  readonly lastAnswerAt: number;
}
