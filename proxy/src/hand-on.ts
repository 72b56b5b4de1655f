import type { ServerResponse } from "node:http";
import { idOf, type Intake } from "./intake.ts";
import type { Receive } from "./receive.ts";
import { invalidRequest, type Refusal } from "./refusal.ts";
import { answerSink } from "./server-link.ts";
import type { Session } from "./sessions.ts";
import type { Sink } from "./waiters.ts";

/** The one revision whose clients may send several messages at once. */
const BATCH_VERSION = "2025-03-26";

export interface HandOnOptions {
  readonly receive: Receive;
  readonly session: Session;
  /** Takes the answers to requests. */
  readonly sink: Sink;
  /** What the client says it speaks, if it says so. */
  readonly version: string | undefined;
}

/**
 * Hands what a client posted on to the server. Gives the refusal of a message that came alone, or what to wait for
 * before it may be called accepted. In a batch each refused request is answered by itself.
 */
export function handOn({ messages, isBatch }: Intake, options: HandOnOptions): Refusal | Promise<unknown> | undefined {
  const { receive, session, sink, version } = options;
  if (isBatch && (session.version || version || BATCH_VERSION) !== BATCH_VERSION) {
    return invalidRequest("a message is a JSON object; this protocol version has no batches");
  }
  const pending: Array<Promise<void>> = [];
  for (const message of messages) {
    const outcome =
      message.kind === "request" ? receive.request(message, session, sink) : receive[message.kind](message, session);
    if (outcome === undefined) continue;
    if (outcome instanceof Promise) pending.push(outcome);
    else if (!isBatch) return outcome;
    else if (message.kind === "request") answerSink(sink, outcome, idOf(message)!);
  }
  return pending.length === 0 ? undefined : Promise.all(pending);
}

/** There is nothing to answer. */
export function accept(res: ServerResponse): void {
  if (!res.destroyed) res.writeHead(202).end();
}
