import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "@toolhaven/contract/errors";
import type { Hono } from "hono";

export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** Time running answers get when the server closes. */
const CLOSE_GRACE_MS = 5_000;
/** A client that takes longer than this to send its request is not going to. */
const UPLOAD_LIMIT_MS = 30_000;

/**
 * Serves an app on an address; port 0 takes any free one.
 * @throws AppError `invalid_input` when the address cannot be had
 */
export async function listen(app: Hono, { host, port }: { host: string; port: number }): Promise<Listening> {
  const answer = getRequestListener(app.fetch);
  const server = createServer(
    { headersTimeout: UPLOAD_LIMIT_MS, requestTimeout: UPLOAD_LIMIT_MS, keepAliveTimeout: 75_000 },
    (request, response) => void answer(request, response),
  );
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, `${host}:${port}`);
  }
  const address = server.address() as { address: string; family: string; port: number };
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, [Symbol.asyncDispose]: () => close(server, sockets) };
}

/** No new calls, idle connections first, what still runs after a grace. */
async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  // One that has not sent a byte counts as busy to Node.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(cut);
}

function explain(error: NodeJS.ErrnoException, address: string): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "another program has the port",
    EACCES: "this user may not use the port",
    EADDRNOTAVAIL: "this machine does not have the address",
    ENOTFOUND: "the name is not known",
  };
  const reason = reasons[error.code ?? ""];
  if (!reason) return error;
  return new AppError("invalid_input", `cannot listen on ${address}: ${reason}`, {
    cause: error,
    hint: "choose another with --host and --port",
  });
}
