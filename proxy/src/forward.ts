import type { IncomingMessage, ServerResponse } from "node:http";
import { createActivityLog } from "./forward-activity.ts";
import { checkTarget } from "./forward-check.ts";
import { type Exchange, startExchange } from "./forward-exchange.ts";
import { turnAway } from "./forward-reply.ts";
import { createTarget, type Target } from "./forward-target.ts";
import type { Activity, Health } from "./health.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { createNotices, type ProxyNotice } from "./notice.ts";
import { methodNotAllowed, unavailable } from "./refusal.ts";

export interface ForwarderOptions {
  /** The workload's name, for texts that clients and operators read. */
  readonly name: string;
  /** What the server speaks, and so its clients. */
  readonly mode: "streamable-http" | "sse";
  /** A larger request body is answered 413. */
  readonly bodyBytes?: number;
  /** Called for what an operator may want to know; never with message contents, paths or session ids. */
  readonly onNotice?: (notice: ProxyNotice) => void;
}

/**
 * Passes HTTP on to a server that speaks MCP over HTTP itself: every method, path and query, headers end to end, both
 * bodies as they come, sessions untouched. A client's `Authorization` is for this proxy and is not passed on.
 */
export interface Forwarder {
  /** `origin` is the server's, e.g. `http://172.18.0.2:3001`. Another one than before ends what runs at the old. */
  connect(origin: string): void;
  /** No server any more: exchanges end at once, new ones are answered 503 with `reason`. */
  disconnect(reason: string): void;
  /** For requests whose `Host` and `Origin` were found good. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Rejects only with the reason of `signal`, and not when that is a timeout. */
  check(options: { signal: AbortSignal }): Promise<Health>;
  /** `sessions`: ids used in the last two hours, or open streams of an SSE server. Open GET streams are not in flight. */
  activity(): Activity;
  /** Ends everything at once; whoever owns the listener grants a grace time before. */
  close(): Promise<void>;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { name, mode, bodyBytes = DEFAULT_LIMITS.bodyBytes, onNotice = () => undefined } = options;
  // Every request to a broken server fails alike.
  const notices = createNotices(onNotice);
  const isSse = mode === "sse";
  const activity = createActivityLog(mode);
  const open = new Set<Exchange>();
  let target: Target | undefined;
  let whyNot = "it has not started";

  return {
    connect(origin) {
      const next = createTarget(origin);
      if (next.origin === target?.origin) return;
      leave("it has moved");
      target = next;
    },

    disconnect: leave,

    handle(req, res) {
      if (isModernStream(req)) return turnAway(req, res, methodNotAllowed("POST"));
      if (target === undefined) return turnAway(req, res, unavailable(name, whyNot));
      const exchange = startExchange(req, res, { name, target, bodyBytes, isSse, activity, notices });
      open.add(exchange);
      res.on("close", () => open.delete(exchange));
    },

    async check({ signal }) {
      if (target === undefined) return { healthy: false, reason: unavailable(name, whyNot).text };
      return checkTarget(target, { name, signal });
    },

    activity() {
      const streams = [...open].filter((exchange) => exchange.isStream).length;
      return activity.snapshot({ inFlight: open.size - streams, streams });
    },

    async close() {
      leave("it is being removed");
    },
  };

  function leave(reason: string): void {
    const left = target;
    target = undefined;
    whyNot = reason;
    for (const exchange of open) exchange.cut(reason);
    left?.agent.destroy();
  }
}

/**
 * Revision 2026-07-28 and later have neither sessions nor a standalone stream; a server of an earlier one would take
 * the request for its own. Other GETs may carry the version too: the search for authorization metadata does.
 */
function isModernStream({ method, headers }: IncomingMessage): boolean {
  const version = headers["mcp-protocol-version"]?.toString() ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < "2026-07-28") return false;
  return method === "DELETE" || (method === "GET" && /\btext\/event-stream\b/.test(headers.accept ?? ""));
}
