import { once } from "node:events";
import type { Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "@toolhaven/contract/errors";
import { Scope } from "@toolhaven/contract/scope";
import type { Hono } from "hono";
import { errorResponse } from "./answers.ts";
import type { CallLog } from "./call-log.ts";
import { createHttpServer, type ServerLimits } from "./http-server.ts";
import { listenOnSocket } from "./unix-socket.ts";

/** A TCP address, where port 0 takes any free one, or the absolute path of a unix socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly socket: string };

export interface Listening extends AsyncDisposable {
  /** `http://127.0.0.1:8080`, or `unix:/run/thv.sock`. */
  readonly url: string;
}

/**
 * Serves an app. Closing lets running calls finish and refuses new ones.
 * @throws AppError `invalid_input` or `already_exists` when the place cannot be had
 */
export async function listen(
  app: Pick<Hono, "fetch">,
  place: Place,
  options: { calls?: CallLog; limits?: ServerLimits } = {},
): Promise<Listening> {
  const answer = getRequestListener(app.fetch, {
    // A request without a Host header is the guard's to refuse, and it can.
    hostname: "unnamed",
    errorHandler: () => errorResponse({ status: 400, body: 'the address or the "Host" header is malformed' }),
  });
  const { server, close } = createHttpServer((request, response) => void answer(request, response), options);
  await using undo = new Scope();
  try {
    if ("socket" in place) undo.use(await listenOnSocket(server, place.socket));
    else {
      server.listen(place);
      await once(server, "listening");
    }
  } catch (error) {
    server.close();
    throw explain(error as NodeJS.ErrnoException, place);
  }
  undo.defer(close);
  const owned = undo.release();
  return { url: urlOf(server, place), [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

function urlOf(server: Server, place: Place): string {
  if ("socket" in place) return `unix:${place.socket}`;
  const { address, family, port } = server.address() as { address: string; family: string; port: number };
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function explain(error: NodeJS.ErrnoException, place: Place): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "another program has the port",
    EACCES: "this user may not use it",
    EADDRNOTAVAIL: "this machine does not have the address",
    ENOTFOUND: "the name is not known",
    ENOTDIR: "a part of the path is no folder",
    EROFS: "the folder cannot be written",
  };
  const reason = reasons[error.code ?? ""];
  if (!reason) return error;
  const [name, flags] =
    "socket" in place ? [`"${place.socket}"`, "--socket"] : [`${place.host}:${place.port}`, "--host and --port"];
  return new AppError("invalid_input", `cannot listen on ${name}: ${reason}`, {
    cause: error,
    hint: `choose another with ${flags}`,
  });
}
