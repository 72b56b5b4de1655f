import type { IncomingMessage, ServerResponse } from "node:http";
import type { EdgeDeps } from "./edge.ts";
import { Exchange } from "./exchange.ts";
import { accept, handOn } from "./hand-on.ts";
import { initialize } from "./initialize.ts";
import { idOf, type Intake, isModernVersion, takeIn } from "./intake.ts";
import type { Message } from "./json-rpc.ts";
import { badRequest, methodNotAllowed, notAcceptable, type Refusal, refuse, sessionNotFound } from "./refusal.ts";
import { createSessionForOnce, type Session } from "./sessions.ts";

/** The endpoint for clients of Streamable HTTP, revisions 2025-03-26 to 2025-11-25. */
export function createStreamableHttp(deps: EdgeDeps): (req: IncomingMessage, res: ServerResponse) => void {
  const { bridge, streams, limits } = deps;

  return function handle(req, res) {
    if (req.method === "POST") {
      return takeIn(req, res, { maxBytes: limits.bodyBytes, onMessages: (intake) => post(req, res, intake) });
    }
    const isModern = isModernVersion(req.headers["mcp-protocol-version"]?.toString());
    if (isModern || (req.method !== "GET" && req.method !== "DELETE")) {
      return refuse(res, methodNotAllowed(isModern ? "POST" : "POST, GET, DELETE"));
    }
    if (sessionIdOf(req) === undefined) return refuse(res, badRequest('the "Mcp-Session-Id" header is missing'));
    const session = sessionOf(req);
    if (!("id" in session)) return refuse(res, session);
    if (req.method === "GET") return openStream(req, res, session);
    bridge.sessions.end(session);
    res.writeHead(204).end();
  };

  function post(req: IncomingMessage, res: ServerResponse, intake: Intake): void {
    const { messages, isBatch } = intake;
    const first = messages[0]!;
    const id = isBatch ? undefined : idOf(first);
    const isInitialize = first.method === "initialize" && !isBatch;
    const session = isInitialize ? createSessionForOnce() : sessionOf(req);
    if (!("id" in session)) return refuse(res, session, id);
    const refusal = bridge.refusal(first);
    if (refusal !== undefined) return refuse(res, refusal, id);

    const answers = countRequests(messages);
    const exchange = new Exchange(req, res, { answers, isBatch, openStream: streams.open });
    if (isInitialize) return begin(first, res, exchange);
    const version = req.headers["mcp-protocol-version"]?.toString();
    const outcome = handOn(intake, { receive: bridge.receive, session, sink: exchange, version });
    if (outcome !== undefined && "status" in outcome) return refuse(res, outcome, id);
    if (answers > 0) return;
    if (outcome === undefined) accept(res);
    else void outcome.then(() => accept(res));
  }

  function begin(request: Message, res: ServerResponse, exchange: Exchange): void {
    initialize(request, {
      bridge,
      sink: exchange,
      admit: async (declared) => {
        // A client that left could never use, or end, its session.
        if (res.destroyed) return undefined;
        const session = await bridge.admit(declared);
        if (!("id" in session)) return session;
        exchange.sessionId = session.id;
        return undefined;
      },
    });
  }

  function openStream(req: IncomingMessage, res: ServerResponse, session: Session): void {
    if (!(req.headers.accept ?? "").includes("text/event-stream")) return refuse(res, notAcceptable());
    // An earlier stream is most likely dead, although its connection does not say so yet.
    session.stream?.end();
    const stream = streams.open(res);
    session.stream = stream;
    stream.open();
    bridge.sessions.touch(session);
    bridge.delivery.flush(session);
    res.on("close", () => {
      if (session.stream === stream) session.stream = undefined;
      if (!session.hasEnded) bridge.sessions.touch(session);
    });
  }

  /** Without a session header a request is served all the same, as that of a client nobody knows. */
  function sessionOf(req: IncomingMessage): Session | Refusal {
    const id = sessionIdOf(req);
    return id === undefined ? createSessionForOnce() : (bridge.sessions.find(id) ?? sessionNotFound());
  }
}

function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  return headers["mcp-session-id"]?.toString();
}

function countRequests(messages: readonly Message[]): number {
  let count = 0;
  for (const { kind } of messages) if (kind === "request") count += 1;
  return count;
}
