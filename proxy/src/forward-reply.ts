import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestBody } from "./forward-body.ts";
import { rawId } from "./forward-message.ts";

/** Why the proxy itself answers, instead of the server. `text` may reach any client. */
export interface Refusal {
  readonly status: 405 | 413 | 502 | 503 | 504;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CODES = {
  405: -32000,
  413: -32600,
  502: -32603,
  503: -32603,
  504: -32603,
} as const satisfies Record<Refusal["status"], number>;

/** Answers with a JSON-RPC error that carries the id of the request in `body`, if there is one to be read. */
export function refuse(res: ServerResponse, { status, text, headers }: Refusal, body?: Buffer): void {
  const id = body && rawId(body);
  const error = JSON.stringify({ code: CODES[status], message: text });
  const json = `{"jsonrpc":"2.0",${id === undefined ? "" : `"id":${id},`}"error":${error}}`;
  res.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json), ...headers });
  res.end(json);
}

/** Refuses a request that is not sent on. */
export function turnAway(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const body = createRequestBody(req, { maxBytes: Infinity, onTooLarge: () => undefined });
  res.on("error", () => undefined);
  body.whenSmall((bytes) => {
    body.discard();
    refuse(res, refusal, bytes);
  });
}

export function methodNotAllowed(): Refusal {
  return { status: 405, text: "this protocol version knows POST only", headers: { Allow: "POST" } };
}

export function tooLarge(maxBytes: number): Refusal {
  return { status: 413, text: `request body exceeds ${maxBytes} bytes` };
}

export function unavailable(name: string, reason: string): Refusal {
  return { status: 503, text: `workload "${name}" is not available: ${reason}`, headers: { "Retry-After": "1" } };
}

export function badGateway(name: string, reason: string): Refusal {
  return { status: 502, text: `cannot use the answer of workload "${name}": ${reason}` };
}

/** The connection failed before an answer began. The error's own text names addresses, so it is not passed on. */
export function refusalFor(name: string, error: Error): Refusal {
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = REASONS.get(code) ?? (code.startsWith("HPE_") ? "its answer is not HTTP" : "the connection failed");
  return { status: code === "ETIMEDOUT" ? 504 : 502, text: `cannot reach workload "${name}": ${reason}` };
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
