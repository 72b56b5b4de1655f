import type { IncomingMessage } from "node:http";
import type { HeaderList } from "./forward-target.ts";

/** Meant for the next hop only (RFC 9110, 7.6.1). `proxy-*` belongs here too, see `isHopByHop`. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"]);

/**
 * What a server behind us must not see although it is no hop-by-hop header. `origin`: checked at our edge, the
 * server would refuse it as foreign. `authorization`: a client's token is meant for this proxy and stops here.
 * `expect`: our own listener has answered it. `forwarded`: nothing in front of us is trusted to say that.
 */
const STOPS_HERE = new Set(["host", "origin", "authorization", "expect", "forwarded"]);

const NONE: ReadonlySet<string> = new Set();

/** Methods for which a request without a body carries no word about its length (RFC 9110, 8.6). */
const USUALLY_EMPTY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

export interface RequestHeaderOptions {
  /** The server's own `host:port`; servers check it. */
  readonly host: string;
  /** Lower-case names of further headers to leave out. */
  readonly without: readonly string[];
  /** Said in the client's place. */
  readonly set: HeaderList;
  /** Of a body that is sent whole, whatever the client said of it. */
  readonly length?: number | undefined;
}

/** The headers of `req` as the server may see them: names and values as they came, in `rawHeaders` form. */
export function requestHeaders(req: IncomingMessage, options: RequestHeaderOptions): string[] {
  const { host, without, set, length } = options;
  const named = namedByConnection(req.headers.connection);
  const replaced =
    set.length === 0 ? NONE : new Set(set.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const headers = ["Host", host];
  let isFramed = false;
  copy(req.rawHeaders, headers, (name) => {
    if (name === "content-length") {
      isFramed = true;
      if (length !== undefined) return false;
    }
    if (isHopByHop(name, named) || STOPS_HERE.has(name) || name.startsWith("x-forwarded-")) return false;
    return !without.includes(name) && !replaced.has(name);
  });
  headers.push(...set);
  if (length !== undefined) {
    headers.push("Content-Length", String(length));
    return headers;
  }
  // Said here because Node would guess by the method alone: chunks for any POST, no body for any DELETE.
  if (req.headers["transfer-encoding"] !== undefined) headers.push("Transfer-Encoding", "chunked");
  else if (!isFramed && !USUALLY_EMPTY.has(req.method ?? "")) headers.push("Content-Length", "0");
  return headers;
}

/** Both lists; of a name that both have, what `more` says. */
export function withHeaders(list: HeaderList, more: HeaderList): HeaderList {
  if (list.length === 0) return more;
  const replaced = new Set(more.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const kept: string[] = [];
  copy(list, kept, (name) => !replaced.has(name));
  return [...kept, ...more];
}

/** The headers of an answer as the client may see them, in `rawHeaders` form. */
export function responseHeaders(answer: IncomingMessage, without: readonly string[] = []): string[] {
  const named = namedByConnection(answer.headers.connection);
  const headers: string[] = [];
  copy(answer.rawHeaders, headers, (name) => !isHopByHop(name, named) && !without.includes(name));
  return headers;
}

function copy(raw: readonly string[], into: string[], keep: (name: string) => boolean): void {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (keep(raw[at]!.toLowerCase())) into.push(raw[at]!, raw[at + 1]!);
  }
}

function isHopByHop(name: string, named: readonly string[]): boolean {
  return HOP_BY_HOP.has(name) || name.startsWith("proxy-") || named.includes(name);
}

/** `Content-Length` cannot be dropped this way: the body's end would move. */
function namedByConnection(value: string | undefined): string[] {
  if (value === undefined || value === "keep-alive" || value === "close") return [];
  const names = value.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "content-length");
}
