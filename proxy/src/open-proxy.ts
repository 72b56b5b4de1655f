import type { Activity, Health } from "./health.ts";
import type { ProxyLimits } from "./limits.ts";
import type { ProxyNotice } from "./notice.ts";
import type { SessionStore } from "./session-store.ts";
import type { Upstream } from "./upstream.ts";

export type { Activity, Health } from "./health.ts";
export type { ProxyLimits } from "./limits.ts";
export type { ProxyNotice } from "./notice.ts";

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

/** Listens at once; answers 503 until `connect`. Rejects with `invalid_input` when the port is taken. */
export declare function openProxy(options: ProxyOptions): Promise<ProxyHandle>;
