import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { quote } from "@toolhaven/contract/quote";
import { createHeldBody, createRequestBody } from "./forward-body.ts";
import { requestHeaders, withHeaders } from "./forward-headers.ts";
import { idOf, isInitialize, listensForTools } from "./forward-message.ts";
import { badGateway, notLetIn, refusedByServer, unreachable } from "./forward-reply.ts";
import { createRelay, type Relay, type RelayOptions } from "./forward-relay.ts";
import { ownPath, type Target } from "./forward-target.ts";
import { type Refusal, refuse, tooLarge, unavailable } from "./refusal.ts";
import { toolsChangedMessage } from "./tools-changed.ts";

const CONNECT_MS = 10_000;
const MAX_REDIRECTS = 10;
/** A redirect's own body is read up to here, to keep the connection; beyond, the connection is closed. */
const REDIRECT_BODY_BYTES = 64 * 1024;
/** Those that keep method and body, and the two that by HTTP's letter may but for MCP servers always mean to. */
const REDIRECTS = new Set([301, 302, 307, 308]);
/** To a page elsewhere, or to a choice of them. What a container does with that is its client's affair. */
const REDIRECTS_ASIDE = new Set([300, 303]);

export interface ExchangeOptions extends RelayOptions {
  readonly name: string;
  /** A larger request body is answered 413. */
  readonly bodyBytes: number;
}

/** One request of a client with its answer. Ends with the `close` event of its `ServerResponse`. */
export interface Exchange {
  readonly relay: Relay;
  /** There is no server any more: answers 503 if the answer has not begun, else cuts it. */
  cut(reason: string): void;
  /** Other tools are on offer than before. */
  toolsChanged(): void;
}

export function startExchange(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions): Exchange {
  const { name, target, bodyBytes, isSse, activity, notices, admitted } = options;
  const asked = pathOf(req);
  const route = target.route(req.method ?? "", asked);
  const isListen = req.headers["mcp-method"] === "subscriptions/listen";
  // Event streams are never compressed: at any time there may be something to say in between.
  const wantsEvents = isListen || (req.method === "GET" && (isSse || /event-stream/.test(req.headers.accept ?? "")));
  const without = wantsEvents ? ["accept-encoding"] : [];
  // Pieces of an answer cannot be read.
  if (admitted !== undefined) without.push("range", "if-range");
  const body = admitted?.body
    ? createHeldBody(admitted.body)
    : createRequestBody(req, { maxBytes: bodyBytes, onTooLarge: () => fail(tooLarge(bodyBytes)) });
  const set = admitted === undefined ? route.headers : withHeaders(route.headers, admitted.headers);
  let outgoing: ClientRequest | undefined;
  let usedSession = sessionOf(req);
  let redirects = 0;
  let hasRetried = false;
  let isOver = false;
  /** The raw id of a request that wants to hear of changed tools (revision 2026-07-28). */
  let subscription: string | undefined;

  const relay = createRelay(req, res, { options, asked, onUnusable: (reason) => fail(badGateway(name, reason)) });

  res.on("close", () => {
    isOver = true;
    if (!res.writableFinished || !body.isComplete) outgoing?.destroy();
    body.discard();
  });
  // Also emitted for what is written in the moment the client leaves; `close` says all there is to know.
  res.on("error", () => undefined);

  if (body.isTooLarge) fail(tooLarge(bodyBytes));
  else if (req.method === "POST" && (usedSession !== undefined || isListen)) body.whenSmall(lookInto);
  else send(route.path);

  return {
    relay,
    cut: (reason) => fail(unavailable(name, reason)),

    toolsChanged() {
      relay.toolsChanged();
      if (relay.isStream) relay.tell(toolsChangedMessage());
      else if (subscription !== undefined) relay.tell(toolsChangedMessage(subscription));
    },
  };

  function lookInto(bytes: Buffer | undefined): void {
    if (isOver) return;
    // A client must not name a session when it asks for a new one; some servers then refuse the second handshake.
    if (bytes !== undefined && usedSession !== undefined && isInitialize(bytes)) {
      usedSession = undefined;
      without.push("mcp-session-id");
    }
    if (bytes !== undefined && isListen && listensForTools(bytes)) subscription = idOf(bytes);
    send(route.path);
  }

  function send(path: string, isFresh = false): void {
    const headers = requestHeaders(req, { host: target.host, without, set, length: admitted?.body?.length });
    const place = { method: req.method, path, headers };
    const next = target.open(isFresh ? { ...place, agent: false } : place);
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
      // As a rule the server closed the idle connection in the moment we used it, and has not seen the request. Of a
      // server far away that is too weak a rule to call a tool twice.
      const isUnseen = next.reusedSocket && socket?.bytesRead === bytesBefore && body.isReplayable;
      if (isUnseen && !hasRetried && !(target.isRemote && req.method === "POST")) {
        hasRetried = true;
        send(path, true);
      } else {
        activity.noteLoss();
        fail(unreachable(name, error));
      }
    });
    body.sendTo(next);
  }

  function receive(answer: IncomingMessage, path: string): void {
    activity.noteAnswer();
    if (target.isRemote && route.isServer) noteStatus(answer.statusCode!);
    const { location } = answer.headers;
    if (location !== undefined && REDIRECTS.has(answer.statusCode!)) follow(answer, { location, path });
    else if (!target.isRemote) pass(answer, path);
    else if (isTurnedAway(answer)) turnAway(answer);
    else if (location !== undefined && REDIRECTS_ASIDE.has(answer.statusCode!)) {
      fail(badGateway(name, "it redirects to something that is not an MCP server"));
    } else pass(answer, path);
  }

  function noteStatus(status: number): void {
    activity.noteStatus(status);
    if (status !== 401 && status !== 403) return;
    notices.sendRarely({ level: "warn", text: notLetIn(name, status), fields: { status } });
  }

  function turnAway(answer: IncomingMessage): void {
    answer.resume();
    fail(refusedByServer(name, answer));
  }

  function follow(answer: IncomingMessage, { location, path }: { location: string; path: string }): void {
    redirects += 1;
    const next = ownPath(location, path, target);
    if (next === undefined)
      return fail(badGateway(name, `it redirects to another host${otherOrigin(location, target)}`));
    if (redirects > MAX_REDIRECTS) return fail(badGateway(name, "it redirects in circles"));
    if (!body.isReplayable) return fail(badGateway(name, "it redirects a body of undeclared length; declare it"));
    if (body.isComplete && Number(answer.headers["content-length"]) <= REDIRECT_BODY_BYTES) answer.resume();
    else answer.destroy();
    send(next);
  }

  function pass(answer: IncomingMessage, path: string): void {
    noteSession(answer);
    body.letGo();
    relay.start(answer, { path, isHeard: subscription !== undefined });
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
      refuse(res, refusal, admitted?.id ?? (bytes && idOf(bytes)));
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
  socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", stop).once("close", stop);
}

/** A page for people, in place of an answer. */
function isTurnedAway({ statusCode, headers }: IncomingMessage): boolean {
  const type = headers["content-type"] ?? "";
  return (statusCode === 401 || statusCode === 403) && !/^(?:application\/json|text\/event-stream)\b/i.test(type);
}

/** The most frequent reason by far: the address has moved. */
function otherOrigin(location: string, { origin, isRemote }: Target): string {
  if (!isRemote || !URL.canParse(location, origin)) return "";
  return `; use ${quote(new URL(location, origin).origin)} as its address`;
}
