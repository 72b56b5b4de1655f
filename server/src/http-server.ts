import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { COMMON_HEADERS, TEXT_HEADERS } from "./answers.ts";
import { type CallLog, noCallLog } from "./call-log.ts";
import { plainAnswer, type Refusal, refusalOf, TOO_MANY } from "./refusals.ts";
import { REQUEST_ID_HEADER, requestIdFrom } from "./request-id.ts";

export interface ServerLimits {
  /** Connections that are served at once; the next ones are told so and closed. */
  readonly connections: number;
  /** Time for the headers of a request, and for all of it. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Time running calls get when the server closes. */
  readonly graceMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  connections: 512,
  headersMs: 10_000,
  // A little more than a body may take, whose end is told in better words.
  requestMs: 40_000,
  graceMs: 30_000,
};

/** Address and headers together; Node's own limit, spelt out because a message names it. */
const HEAD_LIMIT = 16 * 1024;

/** Time a refused caller has to read why. */
const LINGER_MS = 1_000;

export interface HttpServer {
  readonly server: Server;
  /** Lets running calls finish, refuses new ones, then closes; what runs after the grace is cut. */
  close(): Promise<void>;
}

/** What stands before the app: limits, refusals of what is no request, and the end. */
export function createHttpServer(
  answer: RequestListener,
  { calls = noCallLog, limits = SERVER_LIMITS }: { calls?: CallLog; limits?: ServerLimits } = {},
): HttpServer {
  const open = new Set<Socket>();
  const running = new Map<Socket, ServerResponse>();
  let finish: (() => void) | undefined;

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      keepAliveTimeout: 75_000,
      maxHeaderSize: HEAD_LIMIT,
      // The guard has better words for it.
      requireHostHeader: false,
    },
    onRequest,
  );
  // A flood is not even told.
  server.maxConnections = limits.connections * 2;
  server.on("connection", (socket: Socket) => {
    socket.once("close", () => open.delete(socket));
    if (open.size < limits.connections) open.add(socket);
    else refuse(socket, TOO_MANY);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Half an answer cannot be followed by another.
    if (error.code === "ECONNRESET" || running.get(socket)?.headersSent) socket.destroy();
    else refuse(socket, refusalOf(error.code, { headBytes: HEAD_LIMIT, requestMs: limits.requestMs }));
  });
  server.on("connect", (_request, socket: Socket) => refuse(socket, { status: 405, line: "this is no proxy" }));

  return { server, close };

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Refused already; what it sent in the meantime must not be done.
    if (!open.has(socket)) return;
    running.set(socket, response);
    response.once("close", () => {
      if (running.get(socket) === response) running.delete(socket);
      if (running.size === 0) finish?.();
    });
    if (finish) refuseWhileClosing(request, response);
    else answer(request, response);
  }

  function refuseWhileClosing({ headers }: IncomingMessage, response: ServerResponse): void {
    const id = requestIdFrom(headers[REQUEST_ID_HEADER]?.toString());
    response.writeHead(503, {
      ...COMMON_HEADERS,
      ...TEXT_HEADERS,
      [REQUEST_ID_HEADER]: id,
      connection: "close",
      "retry-after": "1",
    });
    response.end("the server is shutting down; try again in a moment\n");
  }

  function refuse(socket: Socket, refusal: Refusal): void {
    open.delete(socket);
    if (!socket.writable) return void socket.destroy();
    const id = requestIdFrom(undefined);
    socket.end(plainAnswer(refusal, { id }));
    // Closed at once, the connection would be reset under what is still being sent, and the answer lost with it.
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(cut)).once("end", () => socket.destroy());
    calls.answered({ request_id: id, method: "-", route: "-", status: refusal.status, ms: 0 });
  }

  async function close(): Promise<void> {
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const cut = setTimeout(() => finish?.(), limits.graceMs);
    if (running.size === 0) finish?.();
    await finished;
    clearTimeout(cut);
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    await closed;
  }
}
