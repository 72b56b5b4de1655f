import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";

/** For tests: an HTTP server on a Unix socket that answers as the test says. */
export interface FakeEngine extends AsyncDisposable {
  readonly socketPath: string;
  /** `METHOD /path?query` of every request, in order. */
  readonly requests: string[];
  /** Closes every connection and listens no more, as an engine that is stopped. */
  stop(): Promise<void>;
}

export interface FakeEngineOptions {
  readonly answer?: RequestListener;
  readonly upgrade?: (request: IncomingMessage, socket: Duplex) => void;
}

export async function openFakeEngine({ answer = notHere, upgrade }: FakeEngineOptions): Promise<FakeEngine> {
  const folder = await mkdtemp(join(tmpdir(), "thv-test-"));
  const socketPath = join(folder, "engine.sock");
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket) => {
    requests.push(`${request.method} ${request.url}`);
    upgraded.add(socket);
    upgrade?.(request, socket);
  });
  server.listen(socketPath);
  await once(server, "listening");

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
    await closed;
  }

  return {
    socketPath,
    requests,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const notHere: RequestListener = (_, response) => sendJson(response, 404, { message: "page not found" });

/** Answers `GET /version` and `GET /info` as an engine of that kind does; true when it did. */
export function answerFacts(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  { component, info = {} }: { component: string; info?: object },
): boolean {
  if (url.endsWith("/version")) sendJson(response, 200, { Version: "1.2.3", Components: [{ Name: component }] });
  else if (url.endsWith("/info")) sendJson(response, 200, info);
  else return false;
  return true;
}
