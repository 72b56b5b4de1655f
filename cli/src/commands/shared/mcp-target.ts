import {
  Client,
  type ClientOptions,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Context } from "../../program/context.ts";
import { Failure, usage } from "../../program/failure.ts";
import { causeOf } from "./follow.ts";
import { findWorkload } from "./targets.ts";

export type Mode = "sse" | "streamable-http";

export interface McpTarget {
  readonly url: URL;
  readonly mode: Mode;
}

/** An address, or a running workload's. @throws Failure `usage`, `not found`, or that the workload does not run */
export async function mcpTarget(
  server: string | undefined,
  transport: string,
  { api }: Pick<Context, "api">,
): Promise<McpTarget> {
  if (server === undefined) throw usage("no server is given", "pass --server with an address or a workload's name");
  if (/^https?:\/\//i.test(server)) {
    const url = new URL(server);
    return { url, mode: transport === "auto" ? modeOf(url) : (transport as Mode) };
  }
  const workload = await findWorkload(server, await api());
  if (workload.status !== "running") {
    throw new Failure("failure", `"${server}" is ${workload.status}: ${causeOf(workload)}`, {
      hint: `thv restart ${server} starts it`,
    });
  }
  return { url: new URL(workload.url), mode: workload.proxy_mode };
}

const modeOf = ({ pathname }: URL): Mode => (/\/sse\/?$/.test(pathname) ? "sse" : "streamable-http");

export const transportTo = ({ url, mode }: McpTarget): SSEClientTransport | StreamableHTTPClientTransport =>
  mode === "sse" ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url);

/** A session as any client has it. @throws Failure `unreachable` */
export async function connectTo(
  target: McpTarget,
  { signal, options = {} }: { signal: AbortSignal; options?: ClientOptions },
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: PRODUCT.binary, version: PRODUCT.version }, options);
  try {
    await client.connect(transportTo(target), { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new Failure("unreachable", `cannot talk to ${target.url.href}: ${reasonOf(cause)}`, { cause });
  }
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** "fetch failed" has what failed behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
