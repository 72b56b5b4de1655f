import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../fixtures/src/start-http-server.ts";
import { type Handler, relayTo, remote, startRemote, startSecureServer } from "./remote-setup.ts";

type Mode = "streamable-http" | "sse";

const KEY = { "X-Api-Key": "s3cr3t" };

/** A real server that lives at a path of its own and lets in only who has the key. */
async function startGuarded(mode: Mode): Promise<{ url: string; origin: string }> {
  const server = await startHttpServer("conformance", mode);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const pass = relayTo(server.url);
  const guarded: Handler = (req, res) => {
    const url = new URL(req.url!, "http://server.invalid");
    if (req.headers["x-api-key"] !== "s3cr3t") return res.writeHead(401, { "WWW-Authenticate": "Key" }).end();
    if (url.pathname === "/team/endpoint") {
      if (url.searchParams.get("tenant") !== "a b") return res.writeHead(403).end();
      req.url = server.url.pathname;
    }
    return pass(req, res);
  };
  const { origin } = await startSecureServer(guarded);
  return { origin, url: `${origin}/team/endpoint?tenant=a%20b` };
}

const opened = {
  v1: async (url: URL, mode: Mode) => {
    const client = new Client({ name: "v1", version: "1" });
    await client.connect(mode === "sse" ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url));
    onTestFinished(() => client.close());
    return async (name: string) => (await client.callTool({ name, arguments: {} })).content;
  },
  v2: async (url: URL, mode: Mode) => {
    const client = new v2.Client({ name: "v2", version: "1" });
    await client.connect(mode === "sse" ? new v2.SSEClientTransport(url) : new v2.StreamableHTTPClientTransport(url));
    onTestFinished(() => client.close());
    return async (name: string) => (await client.callTool({ name, arguments: {} })).content;
  },
};

describe.each(["streamable-http", "sse"] as const)("over %s", (mode) => {
  const path = mode === "sse" ? "/sse" : "/mcp";

  test.each(Object.entries(opened))(
    "RW-01 RW-02 %s uses a remote server that wants a key, by either address",
    async (_, open) => {
      const { url } = await startGuarded(mode);
      const proxy = await startRemote(remote(url, KEY), { mode });
      for (const own of [path, "/team/endpoint"]) {
        const call = await open(new URL(own, proxy.origin), mode);
        expect(await call("test_simple_text")).toMatchObject([{ text: expect.stringContaining("simple text") }]);
        expect(await Promise.all(Array.from({ length: 5 }, () => call("test_tool_with_logging")))).toHaveLength(5);
      }
      expect(proxy.notices).toEqual([]);
    },
  );

  test.each(Object.entries(opened))("RW-04 %s is told what is wrong with the key", async (_, open) => {
    const { url } = await startGuarded(mode);
    const proxy = await startRemote(remote(url, { "X-Api-Key": "wrong" }), { mode });
    await expect(open(new URL(path, proxy.origin), mode)).rejects.toThrow(/401|wants other credentials/);
    expect(JSON.stringify(proxy.notices)).toMatch(/wants other credentials/);
    proxy.connect(remote(url, KEY));
    const call = await open(new URL(path, proxy.origin), mode);
    expect(await call("test_simple_text")).toHaveLength(1);
  });
});

test("RW-01 an absolute endpoint of a remote server leads back through the proxy, a foreign one nowhere", async () => {
  const posted: Array<string | undefined> = [];
  const { origin } = await startSecureServer((req, res) => {
    req.resume();
    if (req.method === "POST") {
      posted.push(`${req.url} ${String(req.headers["x-api-key"])}`);
      return res.writeHead(202).end();
    }
    const base = req.url === "/foreign" ? "https://elsewhere.invalid" : `https://${req.headers.host}`;
    return res
      .writeHead(200, { "Content-Type": "text/event-stream" })
      .write(`event: endpoint\ndata: ${base}/post/1?s=2\n\n`);
  });
  const proxy = await startRemote(remote(`${origin}/events`, KEY), { mode: "sse" });
  const stream = await fetch(`${proxy.origin}/sse`);
  const { value } = await stream.body!.getReader().read();
  expect(Buffer.from(value ?? []).toString()).toBe("event: endpoint\ndata: /post/1?s=2\n\n");
  for (const path of ["/post/1?s=2", "/post/2?s=2", "/sse"]) await fetch(proxy.origin + path, { method: "POST" });
  expect(posted).toEqual(["/post/1?s=2 s3cr3t", "/post/2?s=2 undefined", "/sse undefined"]);

  proxy.connect(remote(`${origin}/foreign`, KEY));
  const broken = await fetch(`${proxy.origin}/sse`);
  await expect(broken.text()).rejects.toThrow();
  expect(JSON.stringify(proxy.notices)).toMatch(/the endpoint event names another host/);
});
