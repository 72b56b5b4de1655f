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
  const reason = REASONS.get(code) ?? REASONS_BY_KIND.find(([kind]) => kind.test(code))?.[1] ?? "the connection failed";
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
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host name"],
  ["EPROTO", "no secure connection could be agreed on"],
]);

const REASONS_BY_KIND: ReadonlyArray<readonly [kind: RegExp, reason: string]> = [
  [/^HPE_/, "its answer is not HTTP"],
  [/^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/, "its certificate comes from an authority that is not trusted here"],
  [/^(?:CERT_|ERR_TLS_)/, "its certificate is not valid"],
  [/^ERR_SSL_/, "no secure connection could be agreed on"],
];

/** A remote server will not have us. What it says besides is for browsers; what it wants to be shown is passed on. */
export function refusedByServer(name: string, answer: IncomingMessage): Refusal {
  const status = answer.statusCode === 401 ? 401 : 403;
  const wanted = answer.headers["www-authenticate"];
  return {
    status,
    code: INTERNAL,
    text: notLetIn(name, status),
    ...(wanted !== undefined && { headers: { "WWW-Authenticate": wanted } }),
  };
}

export const notLetIn = (name: string, status: 401 | 403): string =>
  `the server of workload "${name}" answers ${status}: ${NOT_LET_IN[status]}`;

const NOT_LET_IN = {
  401: "it wants other credentials than it was sent; set them as headers of the workload",
  403: "it does not allow the request with the credentials it was sent",
} as const;
