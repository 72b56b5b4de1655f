import type { ServerResponse } from "node:http";
import { quote } from "@toolhaven/contract/quote";

/** Why the proxy answers instead of the server: an HTTP status, where none was sent yet, and a JSON-RPC error. */
export interface Refusal {
  readonly status: 200 | 400 | 401 | 403 | 404 | 405 | 406 | 413 | 415 | 502 | 503 | 504;
  readonly code: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
/** Revision 2026-07-28: a header and the body say different things. */
const HEADER_MISMATCH = -32020;
const BAD_REQUEST = -32000;
const SESSION_NOT_FOUND = -32001;
/** Outside the range that JSON-RPC reserves; language servers use it for the same. */
const CANCELLED = -32800;

export const badRequest = (text: string): Refusal => ({ status: 400, code: BAD_REQUEST, text });

export const invalidRequest = (text: string): Refusal => ({ status: 400, code: INVALID_REQUEST, text });

export const forbidden = (text: string): Refusal => ({ status: 403, code: BAD_REQUEST, text });

/** Of one call, which the server could have refused in the same way. */
export const invalidParams = (text: string): Refusal => ({ status: 200, code: INVALID_PARAMS, text });

export const methodNotFound = (method: string, status: 200 | 404): Refusal => ({
  status,
  code: METHOD_NOT_FOUND,
  text: `method ${quote(method)} not found`,
});

export const headerMismatch = (header: string): Refusal => ({
  status: 400,
  code: HEADER_MISMATCH,
  text: `the "${header}" header and the message do not say the same`,
});

export const sessionNotFound = (): Refusal => ({ status: 404, code: SESSION_NOT_FOUND, text: "Session not found" });

export const noSuchPath = (known: string): Refusal => ({
  status: 404,
  code: METHOD_NOT_FOUND,
  text: `not found: MCP is served at ${known}`,
});

export const methodNotAllowed = (allow: string): Refusal => ({
  status: 405,
  code: BAD_REQUEST,
  text: `method not allowed: use ${allow}`,
  headers: { Allow: allow },
});

export const notAcceptable = (): Refusal => ({
  status: 406,
  code: BAD_REQUEST,
  text: 'the "Accept" header must include text/event-stream',
});

export const unsupportedMedia = (): Refusal => ({
  status: 415,
  code: BAD_REQUEST,
  text: 'the "Content-Type" header must be application/json',
});

export const unsupportedCoding = (): Refusal => ({
  status: 415,
  code: BAD_REQUEST,
  text: 'the "Content-Encoding" header must be left out: messages are taken uncompressed',
});

export const tooLarge = (maxBytes: number): Refusal => ({
  status: 413,
  code: INVALID_REQUEST,
  text: `request body exceeds ${maxBytes} bytes`,
});

/** Words that clients of both protocol eras know how to take: they fall back to the handshake. */
export const initializeRequired = (): Refusal => badRequest('server not initialized: "initialize" required');

export const unavailable = (name: string, reason: string): Refusal => ({
  status: 503,
  code: INTERNAL,
  text: `workload "${name}" is not available: ${reason}`,
  headers: { "Retry-After": "1" },
});

export const busy = (name: string): Refusal => unavailable(name, "it does not read its messages fast enough");

export const tooManySessions = (name: string, max: number): Refusal =>
  unavailable(name, `it has ${max} sessions, and no more are allowed`);

/** The server had the request, and went before it answered. */
export const serverGone = (name: string, reason: string): Refusal => ({
  status: 502,
  code: INTERNAL,
  text: `workload "${name}" gave no answer: ${reason}`,
});

export const answerTooLarge = (name: string, maxBytes: number): Refusal => ({
  status: 502,
  code: INTERNAL,
  text: `the answer of workload "${name}" exceeds ${maxBytes} bytes`,
});

export const answerTooLate = (name: string, afterMs: number): Refusal => ({
  status: 504,
  code: INTERNAL,
  text: `workload "${name}" gave no answer within ${afterMs / 1000} seconds`,
});

/** To a client that cancelled: it expects nothing, but its HTTP exchange needs an end. */
export const cancelled = (): Refusal => ({ status: 200, code: CANCELLED, text: "the request was cancelled" });

/** The error response to the request `rawId`; without it the error belongs to no request. */
export function errorMessage({ code, text }: Pick<Refusal, "code" | "text">, rawId?: string): Buffer {
  const error = Buffer.from(JSON.stringify({ code, message: text })).toString("latin1");
  return Buffer.from(`{"jsonrpc":"2.0",${rawId === undefined ? "" : `"id":${rawId},`}"error":${error}}`, "latin1");
}

export function refuse(res: ServerResponse, refusal: Refusal, rawId?: string): void {
  if (res.headersSent || res.destroyed) return;
  const body = errorMessage(refusal, rawId);
  res.writeHead(refusal.status, {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    ...refusal.headers,
  });
  res.end(body);
}
