import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createEndpointRewriter } from "./endpoint-event.ts";
import type { ActivityLog } from "./forward-activity.ts";
import { isEventStream, relayAnswer } from "./forward-answer.ts";
import { createRequestBody } from "./forward-body.ts";
import { requestHeaders } from "./forward-headers.ts";
import { idOf, isInitialize } from "./forward-message.ts";
import { badGateway, unreachable } from "./forward-reply.ts";
import { ownEndpoint, ownPath, type Target } from "./forward-target.ts";
import type { Notices } from "./notice.ts";
import { type Refusal, refuse, tooLarge, unavailable } from "./refusal.ts";

const CONNECT_MS = 10_000;
const MAX_REDIRECTS = 10;
/** A redirect's own body is read up to here, to keep the connection; beyond, the connection is closed. */
const REDIRECT_BODY_BYTES = 64 * 1024;
/** Those that keep method and body, and the two that by HTTP's letter may but for MCP servers always mean to. */
const REDIRECTS = new Set([301, 302, 307, 308]);

export interface ExchangeOptions {
  readonly name: string;
  readonly target: Target;
  /** A larger request body is answered 413. */
  readonly bodyBytes: number;
  /** Whether GET event streams are HTTP+SSE sessions, whose `endpoint` event names the server's own address. */
  readonly isSse: boolean;
  readonly activity: ActivityLog;
  readonly notices: Notices;
}

/** One request of a client with its answer. Ends with the `close` event of its `ServerResponse`. */
export interface Exchange {
  /** True from the start of the answer to a GET that is an event stream: nobody waits for its end. */
  readonly isStream: boolean;
  /** There is no server any more: answers 503 if the answer has not begun, else cuts it. */
  cut(reason: string): void;
}

export function startExchange(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions): Exchange {
  const { name, target, bodyBytes, isSse, activity, notices } = options;
  const asked = pathOf(req);
  const without = isSse && req.method === "GET" ? ["accept-encoding"] : [];
  const body = createRequestBody(req, { maxBytes: bodyBytes, onTooLarge: () => fail(tooLarge(bodyBytes)) });
  let outgoing: ClientRequest | undefined;
  let usedSession = sessionOf(req);
  let redirects = 0;
  let hasRetried = false;
  let isOver = false;
  let isStream = false;

  res.on("close", () => {
    isOver = true;
    if (!res.writableFinished || !body.isComplete) outgoing?.destroy();
    body.discard();
  });
  // Also emitted for what is written in the moment the client leaves; `close` says all there is to know.
  res.on("error", () => undefined);

  if (body.isTooLarge) fail(tooLarge(bodyBytes));
  else if (req.method === "POST" && usedSession !== undefined) body.whenSmall(dropStaleSession);
  else send(asked, target.agent);

  return {
    get isStream() {
      return isStream;
    },
    cut: (reason) => fail(unavailable(name, reason)),
  };

  /** A client must not name a session when it asks for a new one; some servers then refuse the second handshake. */
  function dropStaleSession(bytes: Buffer | undefined): void {
    if (isOver) return;
    if (bytes !== undefined && isInitialize(bytes)) {
      usedSession = undefined;
      without.push("mcp-session-id");
    }
    send(asked, target.agent);
  }

  function send(path: string, agent: Agent | false): void {
    const { hostname, port, host } = target;
    const headers = requestHeaders(req, { host, without });
    const next = request({ hostname, port, agent, method: req.method, path, headers });
    let socket: Socket | undefined;
    let bytesBefore = 0;
    outgoing = next;
    next.on("socket", (given) => {
      socket = given;
      bytesBefore = given.bytesRead;
      if (given.connecting) limitConnect(next, given);
    });
    next.on("response", (answer) => receive(answer, path));
    // Nobody asked for one. Without a listener Node would close the connection and say nothing.
    next.on("upgrade", () => fail(badGateway(name, "it switches protocols")));
    next.on("error", (error) => {
      if (next !== outgoing || isOver || res.headersSent) return;
      // As a rule the server closed the idle connection in the moment we used it, and has not seen the request.
      const isStale = next.reusedSocket && socket?.bytesRead === bytesBefore && body.isReplayable;
      if (isStale && !hasRetried) {
        hasRetried = true;
        send(path, false);
      } else {
        fail(unreachable(name, error));
      }
    });
    body.sendTo(next);
  }

  function receive(answer: IncomingMessage, path: string): void {
    activity.noteAnswer();
    const { location } = answer.headers;
    if (location !== undefined && REDIRECTS.has(answer.statusCode!)) follow(answer, { location, path });
    else relay(answer, path);
  }

  function follow(answer: IncomingMessage, { location, path }: { location: string; path: string }): void {
    redirects += 1;
    const next = ownPath(location, path, target);
    if (next === undefined) return fail(badGateway(name, "it redirects to another host"));
    if (redirects > MAX_REDIRECTS) return fail(badGateway(name, "it redirects in circles"));
    if (!body.isReplayable) return fail(badGateway(name, "it redirects a body of undeclared length; declare it"));
    if (body.isComplete && Number(answer.headers["content-length"]) <= REDIRECT_BODY_BYTES) answer.resume();
    else answer.destroy();
    send(next, target.agent);
  }

  function relay(answer: IncomingMessage, path: string): void {
    const isEvents = isEventStream(answer);
    const isSession = isSse && isEvents && req.method === "GET";
    if (isSession && answer.headers["content-encoding"] !== undefined) {
      return fail(badGateway(name, "its event stream is compressed"));
    }
    isStream = isEvents && req.method === "GET";
    noteSession(answer);
    body.letGo();
    const place = { asked, answered: path, target };
    relayAnswer(answer, res, {
      rewrite: isSession ? createEndpointRewriter({ toOwn: (endpoint) => ownEndpoint(endpoint, place) }) : undefined,
      onBytes: () => activity.noteAnswer(),
      onRefused: ({ message }) => fail(badGateway(name, message)),
    });
  }

  function noteSession(answer: IncomingMessage): void {
    const issued = sessionOf(answer);
    const status = answer.statusCode!;
    if (usedSession !== undefined) {
      const isGone = status === 404 || (req.method === "DELETE" && status < 300);
      if (isGone) activity.forgetSession(usedSession);
      else if (status < 400) activity.noteSession(usedSession);
    }
    if (issued !== undefined && issued !== usedSession) activity.noteSession(issued);
  }

  /** Ends the exchange from our side: with a refusal when no answer has begun, else as abruptly as a lost connection. */
  function fail(refusal: Refusal): void {
    if (isOver) return;
    isOver = true;
    const level = refusal.status === 502 || refusal.status === 504 ? "warn" : "debug";
    notices.sendRarely({ level, text: refusal.text, fields: { status: refusal.status } });
    outgoing?.destroy();
    if (res.headersSent) {
      res.destroy();
      return;
    }
    body.detach();
    body.whenSmall((bytes) => {
      body.discard();
      refuse(res, refusal, bytes && idOf(bytes));
    });
  }
}

/** Path and query as they came. A target in absolute form is cut down to them: its host was never checked. */
function pathOf({ url = "/" }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") || path === "*" ? path : `/${path}`;
}

function sessionOf({ headers }: IncomingMessage): string | undefined {
  return headers["mcp-session-id"]?.toString();
}

function limitConnect(outgoing: ClientRequest, socket: Socket): void {
  const late = Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => outgoing.destroy(late), CONNECT_MS);
  const stop = (): void => clearTimeout(timer);
  socket.once("connect", stop).once("close", stop);
}
