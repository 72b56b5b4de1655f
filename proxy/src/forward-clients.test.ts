import type { IncomingMessage, ServerResponse } from "node:http";
import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  CreateMessageRequestSchema,
  CreateMessageResultSchema,
  EmptyResultSchema,
  ListToolsRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { openStand, type Stand } from "./forward-setup.ts";

type Mode = "streamable-http" | "sse";

/** What both generations of the official client can do, in one spelling. */
interface Caller extends AsyncDisposable {
  call(tool: string, options?: { onProgress?: (progress: number) => void; signal?: AbortSignal }): Promise<string>;
  tools(): Promise<string[]>;
  readonly listChanged: Promise<void>;
  /** DELETE, for those with sessions. */
  leave(): Promise<void>;
}

const sampled = { role: "assistant", model: "m", content: { type: "text", text: "sampled" } } as const;

async function callerV1(stand: Stand, mode: Mode): Promise<Caller> {
  const client = new Client({ name: "v1", version: "1" }, { capabilities: { sampling: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => sampled);
  const listChanged = new Promise<void>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
  });
  const streamable = new StreamableHTTPClientTransport(new URL("/mcp", stand.origin));
  const transport = mode === "sse" ? new SSEClientTransport(new URL("/sse", stand.origin)) : streamable;
  await client.connect(transport);
  return {
    listChanged,
    call: async (name, { onProgress, signal } = {}) => {
      const onprogress = onProgress && (({ progress }: { progress: number }) => onProgress(progress));
      const options = { ...(onprogress && { onprogress }), ...(signal && { signal }) };
      return JSON.stringify((await client.callTool({ name, arguments: {} }, undefined, options)).content);
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    leave: () => streamable.terminateSession(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function callerV2(stand: Stand, mode: Mode): Promise<Caller> {
  // "auto" first asks as a client of the newest revision does, and must find that the server is of an older one.
  const negotiation = mode === "sse" ? {} : { versionNegotiation: { mode: "auto" } as const };
  const client = new v2.Client({ name: "v2", version: "1" }, { capabilities: { sampling: {} }, ...negotiation });
  client.setRequestHandler("sampling/createMessage", () => sampled);
  const listChanged = new Promise<void>((resolve) => {
    client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
  });
  const streamable = new v2.StreamableHTTPClientTransport(new URL("/mcp", stand.origin));
  await client.connect(mode === "sse" ? new v2.SSEClientTransport(new URL("/sse", stand.origin)) : streamable);
  return {
    listChanged,
    call: async (name, { onProgress, signal } = {}) => {
      const onprogress = onProgress && (({ progress }: { progress: number }) => onProgress(progress));
      const options = { ...(onprogress && { onprogress }), ...(signal && { signal }) };
      return JSON.stringify((await client.callTool({ name, arguments: {} }, options)).content);
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    leave: () => streamable.terminateSession(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const callers = { "the client of generation 1": callerV1, "the client of generation 2": callerV2 };

describe.each(Object.entries(callers))("%s", (_, open) => {
  describe.each(["streamable-http", "sse"] as const)("over %s", (mode) => {
    test("lists, calls, hears of progress and changes, and is asked in turn", async () => {
      await using stand = await openStand(createMcpServer().handle, mode);
      await using caller = await open(stand, mode);
      expect(await caller.tools()).toEqual(["count", "ask", "wait"]);

      const progress: number[] = [];
      expect(await caller.call("count", { onProgress: (value) => progress.push(value) })).toContain("counted");
      expect(progress).toEqual([1, 2, 3]);
      expect(await caller.call("ask")).toContain("sampled");
      await caller.listChanged;
      expect(stand.notices).toEqual([]);
    });

    test("a cancelled call is cancelled at the server", async () => {
      const server = createMcpServer();
      await using stand = await openStand(server.handle, mode);
      await using caller = await open(stand, mode);
      const abort = new AbortController();
      const call = caller.call("wait", { signal: abort.signal });
      await server.isWaiting;
      abort.abort(new Error("enough"));
      await expect(call).rejects.toThrow("enough");
      await server.isCancelled;
    });

    test("clients that number alike get their own answers", async () => {
      await using stand = await openStand(createMcpServer().handle, mode);
      const all = await Promise.all(Array.from({ length: 8 }, () => open(stand, mode)));
      expect(stand.forwarder.activity().sessions).toBe(8);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => all.map(async (caller) => caller.call("count"))).flat(),
      );
      expect(new Set(answers).size).toBe(160);
      for (const caller of all) await caller[Symbol.asyncDispose]();
    });
  });

  test("a session that the client ends is gone", async () => {
    await using stand = await openStand(createMcpServer().handle);
    await using caller = await open(stand, "streamable-http");
    await caller.tools();
    expect(stand.forwarder.activity().sessions).toBe(1);
    await caller.leave();
    expect(stand.forwarder.activity().sessions).toBe(0);
  });

  test("an absolute endpoint of an SSE server does not lead past the proxy", async () => {
    await using stand = await openStand(createMcpServer("http://localhost:{port}").handle, "sse");
    await using caller = await open(stand, "sse");
    expect(await caller.call("ask")).toContain("sampled");
  });
});

/** A server of the official package with a session per client, over both transports. `base` goes before endpoints. */
function createMcpServer(base = "") {
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  let counted = 0;
  let noteWaiting!: () => void;
  let noteCancelled!: () => void;
  const isWaiting = new Promise<void>((resolve) => (noteWaiting = resolve));
  const isCancelled = new Promise<void>((resolve) => (noteCancelled = resolve));
  return { handle, isWaiting, isCancelled };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url!, "http://server.invalid");
    const id = url.searchParams.get("sessionId") ?? req.headers["mcp-session-id"]?.toString() ?? "";
    const known = sessions.get(id);
    if (known instanceof SSEServerTransport) return known.handlePostMessage(req, res);
    if (known) return known.handleRequest(req, res);
    if (url.pathname !== "/sse") return openStreamable().handleRequest(req, res);

    const write = res.write.bind(res);
    res.write = (chunk: string) =>
      write(chunk.replace("data: /", `data: ${base.replace("{port}", `${req.socket.localPort}`)}/`));
    const transport = new SSEServerTransport("/messages", res);
    sessions.set(transport.sessionId, transport);
    return createServer().connect(transport);
  }

  function openStreamable(): StreamableHTTPServerTransport {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    void createServer().connect(transport);
    return transport;
  }

  function createServer(): Server {
    const server = new Server({ name: "s", version: "1" }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: ["count", "ask", "wait"].map((name) => ({ name, inputSchema: { type: "object" as const } })),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, sendRequest }) => {
      const { _meta: { progressToken } = {} } = params;
      if (params.name === "wait") {
        signal.addEventListener("abort", noteCancelled);
        noteWaiting();
        await isCancelled;
      }
      if (params.name === "ask") {
        const question = { messages: [], maxTokens: 1 };
        const { content } = await sendRequest(
          { method: "sampling/createMessage", params: question },
          CreateMessageResultSchema,
        );
        await server.sendToolListChanged();
        return { content: [content].flat().filter(({ type }) => type === "text") };
      }
      for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
        await sendNotification({ method: "notifications/progress", params: { progressToken, progress } });
      }
      // The official clients forget their progress handler when an answer comes in the same chunk as the progress.
      await sendRequest({ method: "ping" }, EmptyResultSchema);
      counted += 1;
      return { content: [{ type: "text", text: `counted ${counted}` }] };
    });
    return server;
  }
}
