import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { start, startServer, type TestProxy, until } from "./bridge-setup.ts";

type Mode = "streamable-http" | "sse";

interface Heard {
  readonly logs: unknown[];
  listChanges: number;
}

/** What both generations of the official client can do, in one spelling. */
interface Caller extends Heard {
  call(tool: string, args?: object, options?: CallOptions): Promise<string>;
  leave(): Promise<void>;
}

interface CallOptions {
  readonly onprogress?: (progress: { progress: number }) => void;
  readonly signal?: AbortSignal;
}

const SAMPLED = { role: "assistant", model: "m", content: { type: "text", text: "sampled" } } as const;

const CAPABILITIES = { capabilities: { sampling: {} } };

function textIn(result: unknown): string {
  const { content } = result as { content: Array<{ text: string }> };
  return content[0]!.text;
}

async function callerV1({ url }: TestProxy, mode: Mode): Promise<Caller> {
  const client = new Client({ name: "v1", version: "1" }, CAPABILITIES);
  const heard: Heard = { logs: [], listChanges: 0 };
  client.setRequestHandler(CreateMessageRequestSchema, () => SAMPLED);
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.logs.push(params.data));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (heard.listChanges += 1));
  const streamable = new StreamableHTTPClientTransport(new URL(url));
  const transport = mode === "sse" ? new SSEClientTransport(new URL(url)) : streamable;
  await client.connect(transport);
  onTestFinished(() => client.close());
  return Object.assign(heard, {
    call: async (name: string, args: object = {}, options: CallOptions = {}) =>
      textIn(await client.callTool({ name, arguments: { ...args } }, undefined, options)),
    leave: () => streamable.terminateSession(),
  });
}

async function callerV2({ url }: TestProxy, mode: Mode): Promise<Caller> {
  // "auto" first asks as a client of the newest revision does, and must find that the server is of an older one.
  const negotiation = mode === "sse" ? {} : { versionNegotiation: { mode: "auto" } as const };
  const client = new v2.Client({ name: "v2", version: "1" }, { ...CAPABILITIES, ...negotiation });
  const heard: Heard = { logs: [], listChanges: 0 };
  client.setRequestHandler("sampling/createMessage", () => SAMPLED);
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.logs.push(params.data));
  client.setNotificationHandler("notifications/tools/list_changed", () => void (heard.listChanges += 1));
  const streamable = new v2.StreamableHTTPClientTransport(new URL(url));
  await client.connect(mode === "sse" ? new v2.SSEClientTransport(new URL(url)) : streamable);
  onTestFinished(() => client.close());
  return Object.assign(heard, {
    call: async (name: string, args: object = {}, options: CallOptions = {}) =>
      textIn(await client.callTool({ name, arguments: { ...args } }, options)),
    leave: () => streamable.terminateSession(),
  });
}

describe.each([
  { generation: "v1", mode: "streamable-http", open: callerV1 },
  { generation: "v1", mode: "sse", open: callerV1 },
  { generation: "v2", mode: "streamable-http", open: callerV2 },
  { generation: "v2", mode: "sse", open: callerV2 },
] as const)("the official client $generation over $mode", ({ mode, open }) => {
  const begin = async (flags: string[] = []) => {
    const { proxy, server } = await start(["--strict", "--touchy", ...flags], { mode });
    return { proxy, server, caller: await open(proxy, mode) };
  };

  test("calls, hears progress, logs and changes, and is asked", async () => {
    const { caller } = await begin();
    expect(await caller.call("echo", { message: "grüße" })).toBe("grüße");

    const seen: number[] = [];
    await caller.call("progress", { steps: 3, ms: 5 }, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);

    await caller.call("log", { message: "logged", ms: 20 });
    await until(() => caller.logs.length === 1);
    expect(
      await caller.call("ask", { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }),
    ).toContain("sampled");
    await caller.call("notify", { method: "notifications/tools/list_changed" });
    await until(() => caller.listChanges === 1);
  });

  test("cancels its own call at the server", async () => {
    const { caller, server } = await begin();
    const controller = new AbortController();
    const calling = caller.call("never", {}, { signal: controller.signal });
    await until(() => server.written().includes('"never"'));
    controller.abort();
    await expect(calling).rejects.toThrow();
    await until(() => server.written().includes("notifications/cancelled"));
    expect(await caller.call("echo", { message: "m" })).toBe("m");
  });

  test("sees one error when the server crashes, and goes on with the next one", async () => {
    const { caller, proxy } = await begin();
    await expect(caller.call("crash")).rejects.toThrow(/gave no answer: the server exited/);
    proxy.connect(startServer("--strict", "--touchy").attach());
    expect(await caller.call("echo", { message: "m" })).toBe("m");
  });

  test("shares the server with another one", async () => {
    const { caller, proxy } = await begin();
    const other = await open(proxy, mode);
    const calls = Array.from({ length: 20 }, (_, index) => [
      caller.call("slow", { ms: index % 7, message: `a${index}` }),
      other.call("slow", { ms: index % 5, message: `b${index}` }),
    ]);
    expect(await Promise.all(calls.flat())).toEqual(calls.flatMap((_, index) => [`a${index}`, `b${index}`]));
    if (mode === "streamable-http") {
      await caller.leave();
      await until(() => proxy.activity().sessions === 1);
    }
  });
});
