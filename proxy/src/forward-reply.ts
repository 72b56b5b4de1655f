import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestBody } from "./forward-body.ts";
import { idOf } from "./forward-message.ts";
import { type Refusal, refuse } from "./refusal.ts";

const INTERNAL = -32603;

/** Refuses a request that is not sent on; the answer carries its id, if there is one to be read. */
export function turnAway(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const body = createRequestBody(req, { maxBytes: Infinity, onTooLarge: () => undefined });
  res.on("error", () => undefined);
  body.whenSmall((bytes) => {
    body.discard();
    refuse(res, refusal, bytes && idOf(bytes));
  });
}

export function badGateway(name: string, reason: string): Refusal {
  return { status: 502, code: INTERNAL, text: `cannot use the answer of workload "${name}": ${reason}` };
}

/** The connection failed before an answer began. The error's own text names addresses, so it is not passed on. */
export function unreachable(name: string, error: Error): Refusal {
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = REASONS.get(code) ?? (code.startsWith("HPE_") ? "its answer is not HTTP" : "the connection failed");
  const status = code === "ETIMEDOUT" ? 504 : 502;
  return { status, code: INTERNAL, text: `cannot reach workload "${name}": ${reason}` };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "the connection was closed before an answer"],
  ["EPIPE", "the connection was closed before an answer"],
  ["ENOTFOUND", "its host name is not known"],
  ["EAI_AGAIN", "its host name could not be looked up"],
  ["EHOSTUNREACH", "no route to its host"],
  ["ENETUNREACH", "no route to its network"],
  ["ETIMEDOUT", "no connection in time"],
]);
