import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as requestSecurely } from "node:https";
import { rootCertificates } from "node:tls";
import { AGENT_OPTIONS, hostnameOf, type Target } from "./forward-target.ts";
import { toHeaderList } from "./remote-headers.ts";
import type { RemoteUpstream } from "./upstream.ts";

/** Shorter than what balancers and routers on the way forget a connection after: a request must not find out. */
const IDLE_MS = 30_000;

/** Of several addresses each gets this long; Node's quarter of a second is too short for the other side of the world. */
const ADDRESS_MS = 3000;

/** A server that names another path for every session must not fill the memory. */
const MAX_ANNOUNCED = 1000;

/** @throws AppError `invalid_input` for a header that cannot be sent */
export function createRemoteTarget(upstream: RemoteUpstream, mode: "streamable-http" | "sse"): Target {
  const url = new URL(upstream.url);
  const key = keyOf(upstream);
  let headers = toHeaderList(upstream.headers);
  /** What the server named for posting, in HTTP+SSE. */
  const announced = new Set<string>();

  return {
    ...createConnections(url, upstream.ca),
    take(next) {
      if (next.kind !== "remote" || keyOf(next) !== key) return false;
      headers = toHeaderList(next.headers);
      return true;
    },
    origin: url.origin,
    host: url.host,
    isRemote: true,

    route(method, asked) {
      const query = asked.indexOf("?");
      const path = query === -1 ? asked : asked.slice(0, query);
      const isStreamless = mode === "sse" && method !== "GET" && method !== "HEAD";
      if (isStreamless && announced.has(path)) return { path: asked, headers, isServer: true };
      if (path === url.pathname || (path === ALIAS[mode] && !isStreamless)) {
        const merged = merge(url, query === -1 ? "" : asked.slice(query + 1));
        return { path: url.pathname + merged, headers, isServer: true };
      }
      return { path: asked, headers: [], isServer: false };
    },

    isOwn: ({ origin }) => origin === url.origin,

    announce(path) {
      const [oldest] = announced;
      if (announced.size >= MAX_ANNOUNCED && oldest !== undefined) announced.delete(oldest);
      announced.add(path.replace(/\?.*$/s, ""));
    },

    // A GET could open a stream, and what is asked every minute need not show who we are.
    probe: { method: "OPTIONS", path: url.pathname },
  };
}

const ALIAS = { "streamable-http": "/mcp", sse: "/sse" } as const;

const keyOf = ({ url, ca = "" }: RemoteUpstream): string => `${new URL(url).href}\n${ca}`;

/** The server's own query, and of the client's what does not contradict it. */
function merge({ search, searchParams }: URL, query: string): string {
  const kept = query.split("&").filter((pair) => {
    const [name = ""] = new URLSearchParams(pair).keys();
    return pair !== "" && !searchParams.has(name);
  });
  const own = search === "" ? [] : [search.slice(1)];
  const all = [...own, ...kept].join("&");
  return all === "" ? "" : `?${all}`;
}

function createConnections(url: URL, ca: string | undefined): Pick<Target, "agent" | "open"> {
  const isSecure = url.protocol === "https:";
  const place = { hostname: hostnameOf(url), port: url.port || (isSecure ? "443" : "80") };
  const options = { ...AGENT_OPTIONS, timeout: IDLE_MS, autoSelectFamilyAttemptTimeout: ADDRESS_MS };
  const trust = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  if (!isSecure) {
    const agent = new Agent(options);
    return { agent, open: (given) => request({ ...place, agent, ...given }) };
  }
  const agent = new SecureAgent({ ...options, ...trust });
  return {
    agent,
    open: (given) => requestSecurely({ ...place, ...trust, agent, ...given }),
  };
}
