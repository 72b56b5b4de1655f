import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import { createForwarder, type Forwarder } from "./forward.ts";
import type { ProxyNotice } from "./notice.ts";

export interface Stand extends AsyncDisposable {
  readonly forwarder: Forwarder;
  readonly upstream: Server;
  /** Where the server listens, and where clients find it. */
  readonly upstreamOrigin: string;
  readonly origin: string;
  readonly notices: readonly ProxyNotice[];
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Resolves with the headers; the body is for the caller to read. */
  open(path: string, options?: AskOptions): Promise<IncomingMessage>;
  /** A client that says what it likes. */
  raw(text: string): Socket;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]> | string[];
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A server of the test's own, with a forwarder in front of it. */
export async function openStand(
  listener: (req: IncomingMessage, res: ServerResponse) => unknown,
  mode: "streamable-http" | "sse" = "streamable-http",
): Promise<Stand> {
  const notices: ProxyNotice[] = [];
  const forwarder = createForwarder({ name: "fetch", mode, onNotice: (notice) => notices.push(notice) });
  const upstream = createServer((req, res) => void listener(req, res));
  const front = createServer((req, res) => forwarder.handle(req, res));
  const upstreamOrigin = await listen(upstream);
  const origin = await listen(front);
  forwarder.connect({ kind: "http", origin: upstreamOrigin });

  function open(path: string, { method = "GET", headers = {}, body }: AskOptions = {}): Promise<IncomingMessage> {
    // A URL would be normalised on the way.
    const asked = request({ host: "127.0.0.1", port: portOf(front), path, method, headers, agent: false });
    return new Promise((resolve, reject) => asked.on("response", resolve).on("error", reject).end(body));
  }

  return {
    forwarder,
    upstream,
    upstreamOrigin,
    origin,
    notices,
    open,
    async ask(path, options) {
      const answer = await open(path, options);
      return {
        status: answer.statusCode!,
        headers: answer.headers,
        rawHeaders: answer.rawHeaders,
        body: await text(answer),
      };
    },
    raw(start) {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(start, "latin1");
      return socket;
    },
    async [Symbol.asyncDispose]() {
      await forwarder.close();
      for (const server of [front, upstream]) {
        server.closeAllConnections();
        await server[Symbol.asyncDispose]();
      }
    },
  };
}

export async function listen(server: NetServer): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

export function portOf(server: NetServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}

/** Header lines in `rawHeaders` form. */
export function fields(lines: string): string[] {
  return lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name, ...value] = line.trim().split(": ");
      return [name!, value.join(": ")];
    });
}

/** Rejects when the stream breaks off. */
export async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** An origin where nobody listens. */
export async function closedOrigin(): Promise<string> {
  await using server = createNetServer();
  return await listen(server);
}
