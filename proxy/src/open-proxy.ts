import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createGuard } from "./guard.ts";
import { createHealthEndpoint } from "./health-endpoint.ts";
import type { Activity, Health } from "./health.ts";
import { DEFAULT_LIMITS, type ProxyLimits } from "./limits.ts";
import { openListener } from "./listener.ts";
import { createNotices, type ProxyNotice } from "./notice.ts";
import { createPassThrough } from "./pass-through.ts";
import { refuse, unavailable } from "./refusal.ts";
import type { SessionStore } from "./session-store.ts";
import { openStdioBackend, pathOf } from "./stdio-backend.ts";
import { createToolView, type ToolPolicy } from "./tool-policy.ts";
import type { Upstream } from "./upstream.ts";
import { createWaitingRoom } from "./waiting-room.ts";

export type { Activity, Health } from "./health.ts";
export type { ProxyLimits } from "./limits.ts";
export type { ProxyNotice } from "./notice.ts";
export type { ToolPolicy } from "./tool-policy.ts";

export interface ProxyOptions {
  /** The workload's name; appears in log entries and error texts. */
  readonly name: string;
  /** Bind address and port; port 0 takes any free one. */
  readonly host: string;
  readonly port: number;
  /** What clients speak. For an HTTP upstream the same word the server speaks. */
  readonly mode: "streamable-http" | "sse";
  /** `stdio` bridges to a process's streams, the others pass through. */
  readonly upstream: Upstream["kind"];
  readonly sessions: SessionStore;
  /** Left out: clients see all of the server's tools, as they are. */
  readonly tools?: ToolPolicy;
  readonly limits?: Partial<ProxyLimits>;
  /** Called for what an operator may want to know; never with message contents. */
  readonly onNotice?: (notice: ProxyNotice) => void;
}

export interface ProxyHandle extends AsyncDisposable {
  readonly port: number;
  /**
   * Takes the place of any earlier upstream. Sessions stay valid; a fresh process gets the handshake replayed. A remote
   * server with other headers than before is the same one: nothing that runs is ended.
   * @throws AppError `invalid_input` for a header of a remote server that HTTP does not allow
   */
  connect(upstream: Upstream): void;
  /** No server behind us now: requests in flight fail at once, new ones answer 503 with `reason`. */
  disconnect(reason: string): void;
  /**
   * From the next message on clients see these tools; `undefined` is all. Sessions and streams stay. Clients are told
   * with `notifications/tools/list_changed` where the server itself tells of such changes; over HTTP, where that is not
   * known here, on each open stream that is there for such messages. The same policy again does nothing.
   * @throws AppError `invalid_input` when two tools would have one name; the policy before stays
   */
  setTools(policy: ToolPolicy | undefined): void;
  /** A server is on its way: calls wait for it, up to `holdMs`. So it is at first. While connected nothing changes. */
  hold(): void;
  /** Asks the server for a sign of life. Never initializes a server that no client has initialized. */
  check(options: { signal: AbortSignal }): Promise<Health>;
  activity(): Activity;
}

/** So long requests in flight may still be answered when the proxy closes, and connections may still be emptied. */
const GRACE_MS = 2000;

/** Calls that may wait for one server at a time; each costs a connection and no more. */
const MAX_HELD = 1000;

/**
 * Listens at once; calls wait for the first `connect` or `disconnect`. Rejects with `invalid_input` when the port is
 * taken, or the policy gives two tools one name.
 */
export async function openProxy(options: ProxyOptions): Promise<ProxyHandle> {
  const { name, host, port, mode, upstream, sessions, onNotice = () => undefined } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let tools = options.tools && createToolView(options.tools);
  const { bodyBytes, lineBytes: answerBytes } = limits;
  const backend =
    upstream === "stdio"
      ? await openStdioBackend({ name, mode, sessions, limits, tools, notices: createNotices(onNotice) })
      : createPassThrough({ name, mode, bodyBytes, answerBytes, tools, onNotice });
  const guard = createGuard(host);
  const serveHealth = createHealthEndpoint({
    transport: upstream === "stdio" ? "stdio" : mode,
    check: backend.check,
  });
  const room = createWaitingRoom({ maxCalls: MAX_HELD, maxWaitMs: limits.holdMs, onLeave: backend.handle });
  let isConnected = false;
  let closed: Promise<void> | undefined;

  const listener = await openListener({ host, port, uploadMs: limits.uploadMs, onRequest }).catch(
    async (error: unknown) => {
      await backend.close();
      throw error;
    },
  );

  return {
    port: listener.port,
    connect(server) {
      isConnected = true;
      backend.connect(server);
      room.close();
    },
    disconnect(reason) {
      isConnected = false;
      backend.disconnect(reason);
      room.close();
    },
    setTools(policy) {
      const next = policy && createToolView(policy);
      if (next?.key === tools?.key) return;
      tools = next;
      backend.setTools(next);
    },
    hold() {
      if (!isConnected) room.open();
    },
    check: backend.check,
    activity: backend.activity,
    [Symbol.asyncDispose]: () => (closed ??= close()),
  };

  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    const refusal = closed === undefined ? guard(req) : unavailable(name, "it is being closed");
    if (refusal !== undefined) return refuse(res, refusal);
    if (pathOf(req.url) === "/health") void serveHealth(req, res);
    else if (!room.admit(req, res)) backend.handle(req, res);
  }

  async function close(): Promise<void> {
    room.close();
    const emptied = listener.close({ graceMs: 2 * GRACE_MS });
    const until = Date.now() + GRACE_MS;
    while (backend.activity().inFlight > 0 && Date.now() < until) await sleep(20);
    await backend.close();
    await emptied;
  }
}
