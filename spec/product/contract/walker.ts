import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import type { OperationId } from "@toolhaven/contract/routes";
import { type ApiDocument, type Operation, readDocument } from "../../contract/document.ts";
import { faultsOfHeaders, faultsOfReply, type Reply } from "../../contract/verify.ts";
import type { Daemon } from "../daemon.ts";

export interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes calls, holds each answer against the document, and remembers which of the documented ones were given. */
export interface Walker {
  readonly document: ApiDocument;
  /** `operation status` of every answer so far. */
  readonly given: Set<string>;
  /** Answers that are not as documented, in words. */
  check(operation: Operation, reply: Reply): string[];
  call(id: OperationId, parts?: CallParts, server?: Pick<Daemon, "url">): Promise<Reply & { faults: string[] }>;
}

export async function createWalker(daemon: Pick<Daemon, "url">): Promise<Walker> {
  const { body } = await exchange(daemon, { method: "GET", path: "/api/openapi.json" });
  const document = readDocument(JSON.parse(body));
  const given = new Set<string>();

  function check(operation: Operation, reply: Reply): string[] {
    given.add(`${operation.operationId} ${reply.status}`);
    return [...faultsOfHeaders(reply), ...faultsOfReply(operation, reply, document)];
  }

  return {
    document,
    given,
    check,
    async call(id, parts = {}, server = daemon) {
      const operation = document.operations.get(id)!;
      const reply = await exchange(server, { method: operation.method, path: pathOf(operation, parts), ...parts });
      return { ...reply, faults: check(operation, reply) };
    },
  };
}

/** Variable parts nobody gave a value for are called `x`, or `%`, whose escape is broken. */
export function pathOf({ path }: Operation, { params = {}, query }: CallParts, missing = "x"): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return value === undefined ? missing : encodeURIComponent(value);
  });
  return query ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `fetch` sets the Host header itself and tidies paths; this sends what it is given. */
export async function exchange(
  { url }: Pick<Daemon, "url">,
  { method, path, headers = {}, body }: Exchange,
): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, method, path, headers, agent: false }).end(body);
  // A server that refuses a body half way closes while it is still being sent.
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  outgoing.on("error", () => undefined);
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk as string;
  return { status: incoming.statusCode ?? 0, headers: toHeaders(incoming.rawHeaders), body: text };
}

/** Begins a call whose body never comes; the answer, when it comes, is read from it with `answerOf`. */
export async function stall({ url }: Pick<Daemon, "url">, operation: Operation): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(
    `${operation.method} ${pathOf(operation, {})} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9\r\n\r\n{`,
  );
  await once(socket, "connect");
  return socket;
}

export async function answerOf(socket: Socket): Promise<Reply> {
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [status = "", ...lines] = head.split("\r\n");
  const raw = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return { status: Number(status.split(" ")[1]), headers: toHeaders(raw), body };
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}
