import { createInterface } from "node:readline";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { proxyStdio } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context } from "../program/context.ts";
import { mcpTarget, transportTo } from "./shared/mcp-target.ts";

/* oxlint-disable unicorn/prefer-add-event-listener -- a transport of the protocol's library has these properties only */

/** Messages pass as they are, a line each way; stdout carries nothing else. */
export const run: Run<typeof proxyStdio> = async ({ args }, context) => {
  const target = await mcpTarget(args.workload, "auto", context);
  const transport = transportTo(target);
  const ended = new AbortController();
  transport.onmessage = (message) => {
    noteVersion(message, (version) => transport.setProtocolVersion?.(version));
    void context.io.stdout.write(`${JSON.stringify(message)}\n`);
  };
  transport.onerror = (error) => {
    if (context.globals.debug) context.tell(error.message);
  };
  transport.onclose = () => ended.abort();
  await transport.start();
  try {
    await pump(transport, AbortSignal.any([context.signal, ended.signal]), context);
  } finally {
    // The session is this program's alone; it goes with it.
    if ("terminateSession" in transport) await transport.terminateSession().catch(() => undefined);
    await transport.close();
  }
  return undefined;
};

async function pump(
  transport: ReturnType<typeof transportTo>,
  signal: AbortSignal,
  { io, tell }: Context,
): Promise<void> {
  const sending = new Set<Promise<void>>();
  try {
    for await (const line of createInterface({ input: io.stdin.stream, signal })) {
      if (line.trim() === "") continue;
      const message = parse(line);
      if (!message) {
        await io.stdout.write(
          `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "not a JSON-RPC message" } })}\n`,
        );
        continue;
      }
      // In order: an answer to initialize has to be there before the next message says which version is spoken.
      const sent = send(message);
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
      if ("method" in message && message.method === "initialize") await sent;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await Promise.all(sending);

  async function send(message: JSONRPCMessage): Promise<void> {
    try {
      await transport.send(message);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!("id" in message && "method" in message)) return tell(text);
      await io.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: text } })}\n`,
      );
    }
  }
}

function parse(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to initialize says which version every later request has to name. */
function noteVersion(message: JSONRPCMessage, note: (version: string) => void): void {
  const result = "result" in message ? (message.result as Record<string, unknown>) : undefined;
  if (typeof result?.["protocolVersion"] === "string" && "serverInfo" in result) note(result["protocolVersion"]);
}
