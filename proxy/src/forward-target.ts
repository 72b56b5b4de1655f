import { Agent } from "node:http";

/** Where a forwarder sends requests to: one server, with the connections to it. */
export interface Target {
  readonly origin: string;
  /** `host:port` as it stands in a `Host` header. */
  readonly host: string;
  /** What `node:http` connects to: no brackets around IPv6. */
  readonly hostname: string;
  readonly port: string;
  readonly agent: Agent;
}

/** A connection that went silent, as when a container was frozen and removed, is noticed after about this time. */
const PROBE_AFTER_MS = 30_000;

export function createTarget(origin: string): Target {
  const url = new URL(origin);
  if (url.protocol !== "http:") throw new Error(`origin "${origin}" is not an http URL`);
  return {
    origin: url.origin,
    host: url.host,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port || "80",
    // The global agent would cut a silent stream after five seconds. Last in, first out: the rest can go idle and close.
    agent: new Agent({
      keepAlive: true,
      scheduling: "lifo",
      maxSockets: Infinity,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      keepAliveMsecs: PROBE_AFTER_MS,
    }),
  };
}

/** Names by which a server in a container calls itself, whatever address we reach it at. */
const SELF = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"]);

/**
 * Path and query of `reference`, found in an answer to a request for `path`, if it points at the same server:
 * relative, at the address we use, or at the server's own loopback name with the same port. Otherwise `undefined`.
 */
export function ownPath(reference: string, path: string, target: Target): string | undefined {
  let url: URL;
  try {
    url = new URL(reference, target.origin + path);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  const isOwn =
    url.origin === target.origin || (url.protocol === "http:" && SELF.has(url.hostname) && portOf(url) === target.port);
  return isOwn ? url.pathname + url.search : undefined;
}

export interface EndpointPlace {
  /** Path that the client asked for its stream. */
  readonly asked: string;
  /** Path that answered, after redirects that the client did not see. */
  readonly answered: string;
  readonly target: Target;
}

/** An SSE server's endpoint in words that lead a client here: as it is when it already does, else a path of ours. */
export function ownEndpoint(endpoint: string, { asked, answered, target }: EndpointPlace): string | undefined {
  const own = ownPath(endpoint, answered, target);
  if (own === undefined) return undefined;
  const seen = new URL(endpoint, `http://client.invalid${asked}`);
  return seen.host === "client.invalid" && seen.pathname + seen.search === own ? endpoint : own;
}

function portOf(url: URL): string {
  return url.port || "80";
}
