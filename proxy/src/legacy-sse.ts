import type { IncomingMessage, ServerResponse } from "node:http";
import type { EdgeDeps } from "./edge.ts";
import { accept, handOn } from "./hand-on.ts";
import { initialize } from "./initialize.ts";
import { idOf, type Intake, takeIn } from "./intake.ts";
import { badRequest, methodNotAllowed, refuse, sessionNotFound, tooManySessions } from "./refusal.ts";
import { declare } from "./sessions.ts";
import type { EventStream } from "./sse-writer.ts";
import type { Sink } from "./waiters.ts";

/** The endpoints for clients of HTTP+SSE, revision 2024-11-05: one stream is the session, and takes every answer. */
export interface LegacySse {
  stream(req: IncomingMessage, res: ServerResponse): void;
  messages(req: IncomingMessage, res: ServerResponse): void;
}

export function createLegacySse({ name, bridge, streams, limits }: EdgeDeps): LegacySse {
  return {
    stream(req, res) {
      if (req.method !== "GET") return refuse(res, methodNotAllowed("GET"));
      const session = bridge.sessions.open("sse");
      if (session === undefined) return refuse(res, tooManySessions(name, limits.sessions));
      const stream = streams.open(res);
      session.stream = stream;
      // Relative, so that it is right whatever name and port led here.
      stream.sendEvent("endpoint", `/messages?session_id=${session.id}`);
      res.on("close", () => bridge.sessions.end(session));
    },

    messages(req, res) {
      if (req.method !== "POST") return refuse(res, methodNotAllowed("POST"));
      const id = new URLSearchParams(req.url?.replace(/^[^?]*/, "")).get("session_id");
      if (id === null) return refuse(res, badRequest('the "session_id" parameter is missing'));
      takeIn(req, res, { maxBytes: limits.bodyBytes, onMessages: (intake) => post(res, id, intake) });
    },
  };

  function post(res: ServerResponse, sessionId: string, intake: Intake): void {
    const { messages, isBatch } = intake;
    const first = messages[0]!;
    const id = isBatch ? undefined : idOf(first);
    const session = bridge.sessions.find(sessionId);
    if (session?.stream === undefined) return refuse(res, sessionNotFound(), id);
    const refusal = bridge.refusal(first);
    if (refusal !== undefined) return refuse(res, refusal, id);

    const sink = createSink(session.stream);
    if (first.method === "initialize" && !isBatch) {
      const admit = async (declared: { version: string; capabilities: string }): Promise<undefined> =>
        declare(session, declared);
      initialize(first, { bridge, sink, admit });
      return accept(res);
    }
    const outcome = handOn(intake, { receive: bridge.receive, session, sink, version: undefined });
    if (outcome === undefined) accept(res);
    else if ("status" in outcome) refuse(res, outcome, id);
    else void outcome.then(() => accept(res));
  }
}

function createSink(stream: EventStream): Sink {
  return {
    get canStream() {
      return stream.isOpen;
    },
    message: (json) => stream.send(json),
    answer: (json) => stream.send(json),
    slowAt: Infinity,
    showLife: () => undefined,
  };
}
