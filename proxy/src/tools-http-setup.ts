import type { IncomingMessage, ServerResponse } from "node:http";
import { type AskOptions, openStand, type Stand } from "./forward-setup.ts";
import { createToolView } from "./tool-policy.ts";

export const VIEW = createToolView({ offered: ["kept", "new", "kept and more"], overrides: { old: { name: "new" } } })!;

export const call = (name: string, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

/** A forwarder in front of a server of the test's own, with some tools on offer. */
export async function openFiltered(
  handler: Handler,
  mode: "streamable-http" | "sse" = "streamable-http",
): Promise<Stand> {
  const stand = await openStand(handler, mode);
  stand.forwarder.setTools(VIEW);
  return stand;
}

export const JSON_TYPE = { "Content-Type": "application/json" };

/** A request with a body, framed as said or by its length: Node leaves that out where it expects no body. */
export const post = (body: string | Buffer, headers: Record<string, string | string[]> = {}): AskOptions => ({
  method: "POST",
  headers: {
    ...JSON_TYPE,
    ...("Transfer-Encoding" in headers ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  },
  body,
});
