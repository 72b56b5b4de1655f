import type { Backend } from "./backend.ts";
import { createBridge } from "./bridge.ts";
import { createJournal } from "./journal.ts";
import { createLegacySse } from "./legacy-sse.ts";
import type { ProxyLimits } from "./limits.ts";
import type { Notices } from "./notice.ts";
import { noSuchPath, refuse } from "./refusal.ts";
import type { SessionStore } from "./session-store.ts";
import { createStreamableHttp } from "./streamable-http.ts";
import { createStreams } from "./streams.ts";
import type { ToolView } from "./tool-policy.ts";

export interface StdioBackendOptions {
  readonly name: string;
  readonly mode: "streamable-http" | "sse";
  readonly sessions: SessionStore;
  readonly limits: ProxyLimits;
  readonly notices: Notices;
  readonly tools: ToolView | undefined;
}

/** For servers that speak on their standard streams. */
export async function openStdioBackend(options: StdioBackendOptions): Promise<Backend> {
  const { name, mode, limits, notices, tools } = options;
  const journal = createJournal(options.sessions, notices);
  const bridge = createBridge({ name, limits, notices, journal, tools, stored: await journal.read() });
  const streams = createStreams(limits, notices);
  const edge = { name, bridge, streams, limits };
  const handle = mode === "sse" ? serveSse() : serveStreamable();
  const sweeping = setInterval(sweep, sweepEveryMs(limits));
  sweeping.unref();

  return {
    handle,
    connect(upstream) {
      if (upstream.kind !== "stdio") throw new Error("this proxy stands in front of a stdio server");
      bridge.connect(upstream);
    },
    disconnect: bridge.disconnect,
    setTools: bridge.setTools,
    check: bridge.check,
    activity: bridge.activity,

    async close() {
      clearInterval(sweeping);
      bridge.disconnect("it is being closed");
      streams.endAll();
    },
  };

  /** The only timer: whatever waits, waits here. */
  function sweep(): void {
    const now = Date.now();
    bridge.sweep(now);
    streams.sweep(now);
  }

  function serveStreamable(): Backend["handle"] {
    const serve = createStreamableHttp(edge);
    return (req, res) => (pathOf(req.url) === "/mcp" ? serve(req, res) : refuse(res, noSuchPath("/mcp")));
  }

  function serveSse(): Backend["handle"] {
    const serve = createLegacySse(edge);
    return (req, res) => {
      const path = pathOf(req.url);
      if (path === "/sse") serve.stream(req, res);
      else if (path === "/messages") serve.messages(req, res);
      else refuse(res, noSuchPath("/sse"));
    };
  }
}

export function pathOf(url = "/"): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** Often enough for the shortest of its deadlines. */
function sweepEveryMs({ answerMs, keepAliveMs, sessionIdleMs }: ProxyLimits): number {
  return Math.min(1000, Math.max(10, Math.min(answerMs, keepAliveMs, sessionIdleMs) / 4));
}
