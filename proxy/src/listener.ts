import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "@toolhaven/contract/errors";

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** For headers and body of a request; a slower client is answered 408. */
  readonly uploadMs: number;
  readonly onRequest: RequestListener;
}

export interface Listener {
  readonly port: number;
  /** Nobody new gets in. Resolves when the last connection is gone, at the latest after the grace time. */
  close(options: { graceMs: number }): Promise<void>;
}

/** @throws AppError `invalid_input` when nothing can listen there */
export async function openListener({ host, port, uploadMs, onRequest }: ListenerOptions): Promise<Listener> {
  const server = createServer(
    {
      noDelay: true,
      // Longer than the idle time of common clients and balancers, so that it is never us who hangs up on a request.
      keepAliveTimeout: 75_000,
      requestTimeout: uploadMs,
      headersTimeout: uploadMs,
      connectionsCheckingInterval: Math.min(5000, Math.ceil(uploadMs / 4)),
      maxHeaderSize: 16 * 1024,
    },
    onRequest,
  );
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, { host, port });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");

  return {
    port: address.port,
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection counts as idle only once its last answer is out.
        const tidying = setInterval(() => server.closeIdleConnections(), 20);
        server.close(() => {
          clearTimeout(impatience);
          clearInterval(tidying);
          resolve();
        });
        server.closeIdleConnections();
        // Some clients open a connection to spare; one that has not sent a byte counts as busy to Node.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }),
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS.get(error.code ?? "");
      if (reason === undefined) reject(error);
      else
        reject(new AppError("invalid_input", `cannot listen on "${host}", port ${port}: ${reason}`, { cause: error }));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "the port is in use; choose another one"],
  ["EACCES", "the port is reserved for administrators; choose one above 1023"],
  ["EADDRNOTAVAIL", "this machine does not have that address"],
  ["ENOTFOUND", "the host name is not known"],
]);
