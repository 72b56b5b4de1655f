import { createServer } from "node:http";
import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../fixtures/src/start-http-server.ts";
import { SERVERS } from "../../fixtures/src/start-server.ts";
import { startProgram, startProxy, type TestProxy, until } from "./bridge-setup.ts";
import { listen } from "./forward-setup.ts";
import { createModernServer, MODERN } from "./modern-setup.ts";
import type { ToolPolicy } from "./open-proxy.ts";
import { relayTo, remote, startRemote, startSecureServer } from "./remote-setup.ts";

type Mode = "streamable-http" | "sse";

const POLICY: ToolPolicy = {
  offered: ["greet", "test_tool_with_progress", "test_trigger_tool_change"],
  overrides: {
    test_simple_text: { name: "greet", description: "Greets" },
    test_tool_with_progress: { description: "Takes its time" },
  },
};

const servers = {
  "a stdio server": async (mode: Mode) => {
    const proxy = await startProxy({ mode, tools: POLICY });
    proxy.connect(startProgram(SERVERS.conformance).attach());
    return proxy;
  },
  "an HTTP server": async (mode: Mode) => {
    const { url } = await startFixture(mode);
    const proxy = await startProxy({ mode, upstream: "http", tools: POLICY });
    proxy.connect({ kind: "http", origin: url.origin });
    return proxy;
  },
  "a remote server": async (mode: Mode) => {
    const { url } = await startFixture(mode);
    const { origin } = await startSecureServer(relayTo(url));
    return startRemote(remote(`${origin}${url.pathname}`), { mode, tools: POLICY });
  },
};

async function startFixture(mode: Mode): Promise<{ url: URL }> {
  const server = await startHttpServer("conformance", mode);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** What both generations of the official client can do, in one spelling. */
interface Caller {
  listChanges: number;
  list(): Promise<Array<{ name: string; description?: string | undefined }>>;
  call(name: string, onprogress?: (progress: { progress: number }) => void): Promise<unknown>;
}

async function callerV1({ url }: TestProxy, mode: Mode): Promise<Caller> {
  const client = new Client({ name: "v1", version: "1" });
  const transport =
    mode === "sse" ? new SSEClientTransport(new URL(url)) : new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  const caller: Caller = {
    listChanges: 0,
    list: async () => (await client.listTools()).tools,
    call: async (name, onprogress) =>
      (await client.callTool({ name, arguments: {} }, undefined, onprogress && { onprogress })).content,
  };
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (caller.listChanges += 1));
  return caller;
}

async function callerV2({ url }: TestProxy, mode: Mode): Promise<Caller> {
  const negotiation = mode === "sse" ? {} : { versionNegotiation: { mode: "auto" } as const };
  const client = new v2.Client({ name: "v2", version: "1" }, negotiation);
  const address = new URL(url);
  await client.connect(
    mode === "sse" ? new v2.SSEClientTransport(address) : new v2.StreamableHTTPClientTransport(address),
  );
  onTestFinished(() => client.close());
  const caller: Caller = {
    listChanges: 0,
    list: async () => (await client.listTools()).tools,
    call: async (name, onprogress) =>
      (await client.callTool({ name, arguments: {} }, onprogress && { onprogress })).content,
  };
  client.setNotificationHandler("notifications/tools/list_changed", () => void (caller.listChanges += 1));
  return caller;
}

const clients = { "the client of generation 1": callerV1, "the client of generation 2": callerV2 };

describe.each(Object.entries(servers))("in front of %s", (_, start) => {
  describe.each(["streamable-http", "sse"] as const)("over %s", (mode) => {
    test.each(Object.entries(clients))(
      "TF-01 TF-02 %s sees and calls what is on offer, and nothing else",
      async (__, open) => {
        const caller = await open(await start(mode), mode);
        const tools = await caller.list();
        expect(tools.map(({ name, description }) => [name, description])).toEqual([
          ["greet", "Greets"],
          ["test_tool_with_progress", "Takes its time"],
          ["test_trigger_tool_change", "Tells every client that the list of tools changed"],
        ]);
        expect(await caller.call("greet")).toMatchObject([{ text: "This is a simple text response for testing." }]);

        const seen: number[] = [];
        await caller.call("test_tool_with_progress", ({ progress }) => seen.push(progress));
        expect(seen).toEqual([0, 50, 100]);

        for (const name of ["test_simple_text", "test_error_handling", "GREET"]) {
          await expect(caller.call(name)).rejects.toMatchObject({
            code: -32_602,
            message: expect.stringContaining(`unknown tool "${name}"`),
          });
        }
        await caller.call("test_trigger_tool_change");
        await until(() => caller.listChanges === 1);
      },
    );

    test("TF-07 a change of policy reaches clients that are connected, who are told of it", async () => {
      const proxy = await start(mode);
      const caller = await callerV1(proxy, mode);
      const other = await callerV2(proxy, mode);
      const all = [caller, other];
      const heard = (): number[] => all.map(({ listChanges }) => listChanges);
      const areTold = (before: readonly number[]) =>
        until(() => heard().every((count, index) => count > before[index]!));
      // A client opens its stream some time after it has connected.
      await until(async () => {
        await caller.call("test_trigger_tool_change");
        return heard().every((count) => count > 0);
      });

      let before = heard();
      proxy.setTools({ offered: ["test_simple_text"], overrides: {} });
      await areTold(before);
      expect((await caller.list()).map(({ name }) => name)).toEqual(["test_simple_text"]);
      await expect(other.call("greet")).rejects.toThrow(/unknown tool "greet"/);

      before = heard();
      proxy.setTools(undefined);
      await areTold(before);
      expect((await other.list()).length).toBeGreaterThan(10);
      await expect(caller.call("test_image_content")).resolves.toHaveLength(1);

      // The streams are now those of a time without a policy.
      before = heard();
      proxy.setTools(POLICY);
      await areTold(before);
      expect((await caller.list()).map(({ name }) => name)).toContain("greet");
      expect(await other.call("greet")).toHaveLength(1);
    });
  });
});

describe("TF-06 revision 2026-07-28", () => {
  const policy: ToolPolicy = {
    offered: ["plus", "währung", "geld"],
    overrides: { add: { name: "plus" }, währung: { name: "geld" } },
  };

  const places = {
    "an HTTP server": async () => {
      const server = createModernServer();
      const upstream = createServer((req, res) => void server.handle(req, res));
      onTestFinished(() => void upstream.close());
      const proxy = await startProxy({ upstream: "http", tools: policy });
      proxy.connect({ kind: "http", origin: await listen(upstream) });
      return { server, proxy };
    },
    "a remote server": async () => {
      const server = createModernServer();
      const { origin } = await startSecureServer(server.handle);
      return { server, proxy: await startRemote(remote(`${origin}/mcp`), { tools: policy }) };
    },
  };

  test.each(Object.entries(places))(
    "%s: names in headers follow those in bodies, on every page of the list",
    async (_, start) => {
      const { proxy, server } = await start();
      const client = new v2.Client({ name: "v2", version: "1" }, { versionNegotiation: { mode: { pin: MODERN } } });
      await client.connect(new v2.StreamableHTTPClientTransport(new URL(proxy.url)));
      onTestFinished(() => client.close());

      const names = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);
      expect(await names()).toEqual(["plus", "geld"]);
      for (const [name, own] of [
        ["plus", "add"],
        ["geld", "währung"],
      ] as const) {
        expect((await client.callTool({ name, arguments: {} })).content).toEqual([{ type: "text", text: own }]);
      }
      expect(server.called).toEqual([
        ["add", "add"],
        ["währung", "=?base64?d8OkaHJ1bmc=?="],
      ]);
      for (const name of ["add", "secret", "währung"]) {
        await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 });
      }
      expect(server.called).toHaveLength(2);
    },
  );

  test.each(Object.entries(places))(
    "%s: who listens for changed tools hears of a change of policy",
    async (_, start) => {
      const { proxy } = await start();
      proxy.setTools(undefined);
      const changes: string[][] = [];
      const client = new v2.Client(
        { name: "v2", version: "1" },
        {
          versionNegotiation: { mode: { pin: MODERN } },
          listChanged: {
            tools: {
              debounceMs: 0,
              onChanged: (_error, tools) => void changes.push((tools ?? []).map(({ name }) => name)),
            },
          },
        },
      );
      await client.connect(new v2.StreamableHTTPClientTransport(new URL(proxy.url)));
      onTestFinished(() => client.close());
      await client.listTools();
      await until(() => client.autoOpenedSubscription !== undefined);

      proxy.setTools(policy);
      await until(() => changes.length === 1);
      proxy.setTools({ offered: ["secret"], overrides: {} });
      await until(() => changes.length === 2);
      expect(changes).toEqual([["plus", "geld"], ["secret"]]);
    },
  );
});
