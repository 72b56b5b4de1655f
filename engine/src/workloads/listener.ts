import { join } from "node:path";
import { openProxy, type ProxyHandle, type ProxyNotice } from "@toolhaven/proxy/open-proxy";
import type { Log } from "../log.ts";
import { toFileName } from "../state/documents.ts";
import { openJournal } from "../state/journal.ts";
import { isRemote, type Revision } from "./definition.ts";
import { toolPolicy } from "./tools.ts";

/** The address of one workload, open for clients. Two revisions with the same key share it, sessions included. */
export interface Listener extends AsyncDisposable {
  readonly key: string;
  readonly proxy: ProxyHandle;
}

export const listenerKey = ({ port, request }: Revision): string =>
  `${request.host} ${port} ${clientMode(request)} ${upstreamKind(request)}`;

/** What clients speak: a stdio server's proxy mode, otherwise what the server itself speaks. */
export function clientMode({ transport, proxy_mode }: Revision["request"]): "streamable-http" | "sse" {
  switch (transport) {
    case "stdio":
      return proxy_mode;
    case "sse":
    case "streamable-http":
      return transport;
    default:
      return transport satisfies never;
  }
}

function upstreamKind(request: Revision["request"]): "stdio" | "http" | "remote" {
  if (isRemote(request)) return "remote";
  return request.transport === "stdio" ? "stdio" : "http";
}

/** @throws AppError `invalid_input` when the port is taken */
export async function openListener(
  revision: Revision,
  { sessionsFolder, log }: { sessionsFolder: string; log: Log },
): Promise<Listener> {
  const { name, host } = revision.request;
  const proxy = await openProxy({
    name,
    host,
    port: revision.port,
    mode: clientMode(revision.request),
    upstream: upstreamKind(revision.request),
    tools: toolPolicy(revision.request),
    sessions: openJournal(journalPath(sessionsFolder, revision)),
    onNotice: (notice) => writeNotice(log, name, notice),
  });
  return { key: listenerKey(revision), proxy, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

export const journalPrefix = (name: string): string => `${toFileName(name)}@`;

/** A session belongs to an address: another port or another way of speaking starts with none. */
export const journalPath = (folder: string, { port, request }: Revision): string =>
  join(folder, `${journalPrefix(request.name)}${port}-${clientMode(request)}.jsonl`);

function writeNotice(log: Log, workload: string, { level, text, fields }: ProxyNotice): void {
  log[level]({ workload, ...fields }, text);
}
