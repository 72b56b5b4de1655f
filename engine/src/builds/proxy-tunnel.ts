import { request } from "node:http";
import type { Socket } from "node:net";

export interface TunnelOptions {
  readonly host: string;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A connection to `host:port` through an HTTP proxy. Rejects when the proxy refuses. */
export function openTunnel(proxy: URL, { host, port, headers, signal }: TunnelOptions): Promise<Socket> {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const asking = request({
      host: proxy.hostname,
      port: Number(proxy.port || 80),
      method: "CONNECT",
      path: authority,
      headers: { ...headers, host: authority },
      signal,
    });
    asking.on("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy answered status ${statusCode}`));
    });
    asking.on("error", reject);
    asking.end();
  });
}
