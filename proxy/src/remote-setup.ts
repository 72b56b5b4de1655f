import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { onTestFinished } from "vitest";
import { startProxy, type TestProxy } from "./bridge-setup.ts";
import { createAuthority } from "./certificates-setup.ts";
import { portOf } from "./forward-setup.ts";
import { ask } from "./http-setup.ts";
import type { ProxyOptions } from "./open-proxy.ts";
import type { RemoteUpstream } from "./upstream.ts";

export const authority = createAuthority();

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

export interface SecureServer {
  readonly origin: string;
  readonly connections: () => number;
}

/** A server with a certificate for `localhost` and 127.0.0.1, or another one. */
export async function startSecureServer(handler: Handler, options: ServerOptions = {}): Promise<SecureServer> {
  let connections = 0;
  const identity = authority.issue({ hosts: ["localhost", "127.0.0.1"] });
  const server = createServer({ ...identity, ...options }, (req, res) => void handler(req, res));
  server.on("secureConnection", () => (connections += 1));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  return { origin: `https://localhost:${portOf(server)}`, connections: () => connections };
}

/** Tells what it was sent. */
export const mirror = (req: IncomingMessage, res: ServerResponse): void => {
  const { method, url, headers } = req;
  req.resume();
  res.setHeader("Content-Type", "application/json");
  res.end(JSON.stringify({ method, url, headers, raw: req.rawHeaders }));
};

export interface Mirrored {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: readonly string[];
}

/** What the server was sent. */
export async function reflected(
  url: string,
  options: Parameters<typeof ask>[1] = { method: "GET" },
): Promise<Mirrored> {
  const seen: Mirrored = JSON.parse((await ask(url, options)).text);
  return seen;
}

/** A real server on plain HTTP behind a certificate, as many are. */
export const relayTo = (url: URL): Handler => {
  return (req, res) => {
    const { hostname, port } = url;
    const headers = { ...req.headers, host: url.host };
    const onward = request({ hostname, port, path: req.url, method: req.method, headers, agent: false });
    onward.on("response", (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    res.on("close", () => onward.destroy());
    req.pipe(onward);
  };
};

export const remote = (url: string, headers: RemoteUpstream["headers"] = {}): RemoteUpstream => ({
  kind: "remote",
  url,
  headers,
  ca: authority.pem,
});

/** A proxy in front of a remote server. */
export async function startRemote(
  upstream: RemoteUpstream,
  options: Partial<ProxyOptions> = {},
): Promise<TestProxy & { origin: string }> {
  const proxy = await startProxy({ upstream: "remote", ...options });
  proxy.connect(upstream);
  return { ...proxy, origin: `http://127.0.0.1:${proxy.port}` };
}
