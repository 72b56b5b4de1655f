import type { IncomingMessage, ServerResponse } from "node:http";
import { createActivityLog } from "./forward-activity.ts";
import { checkTarget } from "./forward-check.ts";
import { type Exchange, startExchange } from "./forward-exchange.ts";
import { turnAway } from "./forward-reply.ts";
import { createTarget, type Target } from "./forward-target.ts";
import { type AdmittedRequest, admitRequest } from "./forward-tools.ts";
import type { Activity, Health } from "./health.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { createNotices, type ProxyNotice } from "./notice.ts";
import { errorMessage, methodNotAllowed, type Refusal, refuse, unavailable } from "./refusal.ts";
import { createRemoteCheck } from "./remote-check.ts";
import { createRemoteTarget } from "./remote-target.ts";
import type { ToolView } from "./tool-policy.ts";
import type { HttpUpstream, RemoteUpstream } from "./upstream.ts";

export interface ForwarderOptions {
  /** The workload's name, for texts that clients and operators read. */
  readonly name: string;
  /** What the server speaks, and so its clients. */
  readonly mode: "streamable-http" | "sse";
  /** A larger request body is answered 413. */
  readonly bodyBytes?: number;
  /** A longer message of the server is refused, where messages are read: with `tools`, and up to an SSE endpoint. */
  readonly answerBytes?: number;
  /** Undefined: all of the server's, and messages pass unread. */
  readonly tools?: ToolView | undefined;
  /** Called for what an operator may want to know; never with message contents, paths or session ids. */
  readonly onNotice?: (notice: ProxyNotice) => void;
}

/**
 * Passes HTTP on to a server that speaks MCP over HTTP itself: every method, path and query, headers end to end, both
 * bodies as they come, sessions untouched. A client's `Authorization` is for this proxy and is not passed on.
 */
export interface Forwarder {
  /**
   * Another server than before ends what runs at the old; other headers for the same one do not.
   * @throws AppError `invalid_input` for a header that cannot be sent
   */
  connect(upstream: HttpUpstream | RemoteUpstream): void;
  /** No server any more: exchanges end at once, new ones are answered 503 with `reason`. */
  disconnect(reason: string): void;
  /** From now on clients see these tools, and those with an open stream are told so. */
  setTools(view: ToolView | undefined): void;
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
  const { name, mode, onNotice = () => undefined } = options;
  const { bodyBytes = DEFAULT_LIMITS.bodyBytes, answerBytes = DEFAULT_LIMITS.lineBytes } = options;
  // Every request to a broken server fails alike.
  const notices = createNotices(onNotice);
  const isSse = mode === "sse";
  const activity = createActivityLog(mode);
  const checkRemote = createRemoteCheck({ name, activity });
  const open = new Set<Exchange>();
  let target: Target | undefined;
  let tools = options.tools;
  let whyNot = "it has not started";

  return {
    connect(upstream) {
      activity.forgetStatus();
      if (target?.take(upstream) === true) return;
      const next = upstream.kind === "remote" ? createRemoteTarget(upstream, mode) : createTarget(upstream);
      leave("it has moved");
      target = next;
    },

    disconnect: leave,

    setTools(view) {
      tools = view;
      for (const exchange of open) exchange.toolsChanged();
    },

    handle(req, res) {
      if (isModernStream(req)) return turnAway(req, res, methodNotAllowed("POST"));
      if (target === undefined) return turnAway(req, res, unavailable(name, whyNot));
      if (tools === undefined) return start(req, res, target);
      admit(req, res, tools);
    },

    async check({ signal }) {
      if (target === undefined) return { healthy: false, reason: unavailable(name, whyNot).text };
      return target.isRemote ? checkRemote(target, { signal }) : checkTarget(target, { name, signal });
    },

    activity() {
      const streams = [...open].filter(({ relay }) => relay.isStream).length;
      return activity.snapshot({ inFlight: open.size - streams, streams });
    },

    async close() {
      leave("it is being removed");
    },
  };

  function start(req: IncomingMessage, res: ServerResponse, at: Target, admitted?: AdmittedRequest): void {
    const exchange = startExchange(req, res, {
      name,
      target: at,
      bodyBytes,
      answerBytes,
      isSse,
      activity,
      notices,
      admitted,
      view: () => tools,
    });
    open.add(exchange);
    res.on("close", () => open.delete(exchange));
  }

  function admit(req: IncomingMessage, res: ServerResponse, view: ToolView): void {
    res.on("error", () => undefined);
    admitRequest(req, {
      view,
      maxBytes: bodyBytes,
      onAdmitted(admitted) {
        if (res.destroyed) return;
        // The server may have left, or moved, while the body was on its way.
        if (target === undefined) refuse(res, unavailable(name, whyNot), admitted.id);
        else start(req, res, target, admitted);
      },
      onRefused: (refusal, id) => sayNo(req, res, { refusal, id }),
    });
  }

  /** A client of HTTP+SSE expects the answers to its messages on its stream, and nothing but a receipt here. */
  function sayNo(
    req: IncomingMessage,
    res: ServerResponse,
    { refusal, id }: { refusal: Refusal; id: string | undefined },
  ) {
    if (!isSse || refusal.status !== 200 || id === undefined) return refuse(res, refusal, id);
    const posted = plainPath(req.url);
    const stream = [...open].find(({ relay }) => relay.endpoint !== undefined && relay.endpoint === posted);
    if (stream?.relay.tell(errorMessage(refusal, id)) === true) res.writeHead(202).end();
    else refuse(res, { ...refusal, status: 400 }, id);
  }

  function leave(reason: string): void {
    const left = target;
    target = undefined;
    whyNot = reason;
    for (const exchange of open) exchange.cut(reason);
    left?.agent.destroy();
  }
}

/** As the server's own endpoint is kept: without what a client may write in more than one way. */
function plainPath(url = "/"): string | undefined {
  const address = `http://client.invalid${url}`;
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
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
