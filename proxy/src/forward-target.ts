import { Agent, type AgentOptions, type ClientRequest, request } from "node:http";
import type { HttpUpstream, RemoteUpstream } from "./upstream.ts";

/** Names and values in turn, as in `rawHeaders`. */
export type HeaderList = readonly string[];

/** Where a forwarder sends requests to: one server, with the connections to it. */
export interface Target {
  /** True when `upstream` is this very server; the headers it comes with are used from now on. */
  take(upstream: HttpUpstream | RemoteUpstream): boolean;
  readonly origin: string;
  /** `host:port` as it stands in a `Host` header. */
  readonly host: string;
  /** Whether it is somewhere else: strangers run it, and the way there is long. */
  readonly isRemote: boolean;
  readonly agent: Agent;
  /** `agent: false`: on a connection of its own. */
  open(options: OpenOptions): ClientRequest;
  /** Where a request of a client goes, and what is said there in the client's place. */
  route(method: string, asked: string): Route;
  /** Whether an address found in an answer is this server's. */
  isOwn(url: URL): boolean;
  /** The server wants clients to post to this path. */
  announce(path: string): void;
  /** What to ask for a sign of life: nothing that begins a session or opens a stream. */
  readonly probe: { readonly method: string; readonly path: string };
}

export interface OpenOptions {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: HeaderList;
  readonly agent?: false;
  readonly signal?: AbortSignal;
}

export interface Route {
  readonly path: string;
  readonly headers: HeaderList;
  /** Whether it is the MCP server that is asked, not something else on the same host. */
  readonly isServer: boolean;
}

/** A connection that went silent, as when a container was frozen and removed, is noticed after about this time. */
const PROBE_AFTER_MS = 30_000;

/** The global agent would cut a silent stream after five seconds. Last in, first out: the rest can go idle and close. */
export const AGENT_OPTIONS = {
  keepAlive: true,
  scheduling: "lifo",
  maxSockets: Infinity,
  keepAliveInitialDelay: PROBE_AFTER_MS,
  keepAliveMsecs: PROBE_AFTER_MS,
} satisfies AgentOptions;

export function createTarget({ origin: given }: HttpUpstream): Target {
  const url = new URL(given);
  if (url.protocol !== "http:") throw new Error(`origin "${given}" is not an http URL`);
  const { origin, host } = url;
  const agent = new Agent(AGENT_OPTIONS);
  const hostname = hostnameOf(url);
  const port = portOf(url);
  return {
    take: (upstream) => upstream.kind === "http" && new URL(upstream.origin).origin === origin,
    origin,
    host,
    isRemote: false,
    agent,
    open: (options) => request({ hostname, port, agent, ...options }),
    route: (_, asked) => ({ path: asked, headers: NO_HEADERS, isServer: true }),
    isOwn: (other) =>
      other.origin === origin || (other.protocol === "http:" && SELF.has(other.hostname) && portOf(other) === port),
    announce: () => undefined,
    probe: { method: "GET", path: "/" },
  };
}

const NO_HEADERS: HeaderList = [];

/** What `node:http` connects to: no brackets around IPv6. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** Names by which a server in a container calls itself, whatever address we reach it at. */
const SELF = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"]);

/**
 * Path and query of `reference`, found in an answer to a request for `path`, if it points at the same server.
 * Otherwise `undefined`.
 */
export function ownPath(reference: string, path: string, target: Target): string | undefined {
  const address = target.origin + path;
  if (!URL.canParse(reference, address)) return undefined;
  const url = new URL(reference, address);
  return target.isOwn(url) ? url.pathname + url.search : undefined;
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
  target.announce(own);
  const seen = new URL(endpoint, `http://client.invalid${asked}`);
  return seen.host === "client.invalid" && seen.pathname + seen.search === own ? endpoint : own;
}

function portOf(url: URL): string {
  return url.port || "80";
}
