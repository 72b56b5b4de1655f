import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { answer } from "./answer.ts";
import { readFiles } from "./files.ts";

const KEEP_ALIVE_MS = 65_000;

export interface ServeOptions {
  /** The built site. */
  readonly folder: string;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly baseUrl?: string;
}

export interface SiteServer extends AsyncDisposable {
  readonly url: string;
}

/** Serves a built site. Throws when there is none, and what the socket says when the port is taken. */
export async function serveSite({ folder, host, port, baseUrl = "/" }: ServeOptions): Promise<SiteServer> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`there is no site in "${folder}": run npm run build -w site`);
  }
  const list = join(folder, "headers.json");
  const headers = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Record<string, string>) : {};
  const site = { files: readFiles(folder), headers, baseUrl };
  const server = createServer(({ method = "GET", url = "/", headers: asked }, response) => {
    const { status, headers: its, body } = answer(site, { method, url, headers: asked });
    response.writeHead(status, its);
    response.end(body);
  });
  // A client that is busy between two requests still finds its connection open.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${bound}${baseUrl}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
