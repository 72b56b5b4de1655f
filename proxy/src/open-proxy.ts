import type { SessionStore } from "./session-store.ts";
import type { Upstream } from "./upstream.ts";

export interface ProxyOptions {
  /** The workload's name; appears in log entries and error texts. */
  readonly name: string;
  /** Bind address and port; port 0 takes any free one. */
  readonly host: string;
  readonly port: number;
  /** What clients speak. For an HTTP upstream the same word the server speaks. */
  readonly mode: "streamable-http" | "sse";
  /** `stdio` bridges to a process's streams, `http` passes through. */
  readonly upstream: Upstream["kind"];
  readonly sessions: SessionStore;
  readonly limits?: Partial<ProxyLimits>;
  /** Called for what an operator may want to know; never with message contents. */
  readonly onNotice?: (notice: ProxyNotice) => void;
}

/** Sizes in bytes, times in milliseconds. Defaults: `spec/mcp.md` 10.2-8 and 10.2-9. */
export interface ProxyLimits {
  bodyBytes: number;
  lineBytes: number;
  sessions: number;
  queuedMessages: number;
  queuedBytes: number;
  answerMs: number;
  uploadMs: number;
  sessionIdleMs: number;
  keepAliveMs: number;
}

export interface ProxyNotice {
  readonly level: "debug" | "info" | "warn";
  readonly text: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

export interface ProxyHandle extends AsyncDisposable {
  readonly port: number;
  /** Takes the place of any earlier upstream. Sessions stay valid; a fresh process gets the handshake replayed. */
  connect(upstream: Upstream): void;
  /** No server behind us now: requests in flight fail at once, new ones answer 503 with `reason`. */
  disconnect(reason: string): void;
  /** Asks the server for a sign of life. Never initializes a server that no client has initialized. */
  check(options: { signal: AbortSignal }): Promise<Health>;
  activity(): Activity;
}

export type Health = { healthy: true } | { healthy: false; reason: string };

export interface Activity {
  readonly sessions: number;
  readonly inFlight: number;
  /** Time of the last answer from the server, `Date.now()` based; 0 when there was none. */
  readonly lastAnswerAt: number;
}

/** Listens at once; answers 503 until `connect`. Rejects with `invalid_input` when the port is taken. */
export declare function openProxy(options: ProxyOptions): Promise<ProxyHandle>;
