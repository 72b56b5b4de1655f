/** Sizes in bytes, times in milliseconds. */
export interface ProxyLimits {
  /** A client's message; a larger one is answered 413. */
  bodyBytes: number;
  /** A line of a stdio server; a longer one fails the request it answers, and nothing else. */
  lineBytes: number;
  /** Client sessions that exist at a time; one more is answered 503. */
  sessions: number;
  /** Messages that wait for a slow reader, client or server. */
  queuedMessages: number;
  /** The same in bytes. A client beyond either loses its stream; for a server, further messages are answered 503. */
  queuedBytes: number;
  /** From a request to its answer; progress starts it again. */
  answerMs: number;
  /** So long a call waits for a server that is on its way; less than `uploadMs`, because its body waits too. */
  holdMs: number;
  /** Headers and body of a request. */
  uploadMs: number;
  /** A session nobody used for so long has ended. */
  sessionIdleMs: number;
  /** An idle event stream carries a comment this often. */
  keepAliveMs: number;
}

export const DEFAULT_LIMITS: ProxyLimits = {
  bodyBytes: 4 * 1024 * 1024,
  lineBytes: 10 * 1024 * 1024,
  sessions: 10_000,
  queuedMessages: 1000,
  queuedBytes: 4 * 1024 * 1024,
  answerMs: 5 * 60_000,
  holdMs: 15_000,
  uploadMs: 30_000,
  sessionIdleMs: 2 * 60 * 60_000,
  keepAliveMs: 15_000,
};
