import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, initializeBody, json, openClient, openEvents, parse, textOf } from "./http-setup.ts";

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

describe("a session", () => {
  test("has an id that cannot be guessed, given out with the answer to initialize only", async () => {
    const { proxy } = await start();
    const opened = await ask(proxy.url, { body: initializeBody() });
    expect(opened.headers["mcp-session-id"]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const client = await openClient(proxy.url);
    expect((await client.send(callTool(1, "echo", { message: "m" }))).headers).not.toHaveProperty("mcp-session-id");
  });

  test("that is unknown is answered 404 on POST, GET and DELETE", async () => {
    const { proxy, server } = await start();
    await openClient(proxy.url);
    const { length } = server.written();
    const headers = { "Mcp-Session-Id": "00000000-0000-4000-8000-000000000000" };
    const post = await ask(proxy.url, { headers, body: callTool("x", "echo") });
    expect(post.status).toBe(404);
    expect(parse(post.text)).toEqual({
      jsonrpc: "2.0",
      id: "x",
      error: { code: -32001, message: "Session not found" },
    });
    expect((await ask(proxy.url, { headers, body: json({ method: "notifications/initialized" }) })).status).toBe(404);
    expect((await ask(proxy.url, { method: "GET", headers })).status).toBe(404);
    expect((await ask(proxy.url, { method: "DELETE", headers })).status).toBe(404);
    expect(server.written()).toHaveLength(length);
  });

  test("is needed for GET and DELETE, but not for a request", async () => {
    const { proxy } = await start();
    await openClient(proxy.url);
    expect((await ask(proxy.url, { method: "GET" })).status).toBe(400);
    expect((await ask(proxy.url, { method: "DELETE" })).status).toBe(400);
    expect(textOf((await ask(proxy.url, { body: callTool(1, "echo", { message: "m" }) })).text)).toBe("m");
    expect(proxy.activity().sessions).toBe(1);
  });

  test("that was ended is unknown; its stream ends and what it asked is cancelled at the server", async () => {
    const { proxy, server } = await start();
    const client = await openClient(proxy.url);
    const stream = await openEvents(proxy.url, { method: "GET", headers: client.headers });
    const waiting = client.send(callTool(1, "never"));
    await until(() => proxy.activity().inFlight === 1);

    expect((await ask(proxy.url, { method: "DELETE", headers: client.headers })).status).toBe(204);
    await stream.ended;
    expect(parse((await waiting).text)).toMatchObject({ id: 1, error: { code: -32001 } });
    await until(() => server.written().includes("notifications/cancelled"));
    expect((await client.send(callTool(2, "echo"))).status).toBe(404);
  });

  test("gets a new stream in place of the one it had", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const get = { method: "GET", headers: client.headers };
    const first = await openEvents(proxy.url, get);
    const second = await openEvents(proxy.url, { ...get, headers: { ...client.headers, "Last-Event-ID": "s1_1" } });
    await first.ended;
    await client.call("notify", { method: "notifications/tools/list_changed" });
    expect(parse(await second.next())).toMatchObject({ method: "notifications/tools/list_changed" });
    expect((await ask(proxy.url, { ...get, headers: { ...client.headers, Accept: "application/json" } })).status).toBe(
      406,
    );
  });

  test("header on initialize is none of the new session's business", async () => {
    const { proxy } = await start();
    const headers = { "Mcp-Session-Id": "stale" };
    const opened = await ask(proxy.url, { headers, body: initializeBody(1) });
    expect(opened.status).toBe(200);
    expect(opened.headers["mcp-session-id"]).not.toBe("stale");
  });
});

describe("the version header", () => {
  test("may name any revision, but must look like one", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    const echo = (version: string) =>
      ask(proxy.url, {
        headers: { ...headers, "MCP-Protocol-Version": version },
        body: callTool(1, "echo", { message: "m" }),
      });
    for (const version of ["2024-11-05", "2026-01-01", "DRAFT-2026-v1"]) expect((await echo(version)).status).toBe(200);
    for (const version of ["a b", "1,2", "x".repeat(65)]) expect((await echo(version)).status).toBe(400);
  });
});

describe("a batch", () => {
  const calls = [callTool(1, "slow", { ms: 30, message: "a" }), callTool("1", "echo", { message: "b" })];
  const note = json({ method: "notifications/roots/list_changed" });

  test("of revision 2025-03-26 is answered with an array", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url, { version: "2025-03-26" });
    const answer = await client.send(`[${calls.join(",")},${note}]`, { Accept: "application/json" });
    expect(answer.status).toBe(200);
    const answers = JSON.parse(answer.text) as Array<{ id: unknown }>;
    expect(answers.map((one) => [one.id, textOf(JSON.stringify(one))])).toEqual([
      ["1", "b"],
      [1, "a"],
    ]);

    const single = await client.send(`[${calls[1]!}]`);
    expect(JSON.parse(single.text)).toHaveLength(1);
    expect((await client.send(`[${note}]`)).status).toBe(202);
  });

  test("becomes one stream when something else comes first", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url, { version: "2025-03-26" });
    const progress = callTool(2, "progress", { steps: 2, ms: 30, message: "c" }, { progressToken: "t" });
    const stream = await openEvents(proxy.url, { headers: client.headers, body: `[${calls[1]!},${progress}]` });
    const events = [];
    for (let count = 0; count < 4; count += 1) events.push(parse(await stream.next()));
    await stream.ended;
    expect(events.filter(({ method }) => method === "notifications/progress")).toHaveLength(2);
    expect(events.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual(["1", 2]);
  });

  test("of any other revision is refused, and so is one that may not be", async () => {
    const { proxy, server } = await start();
    const newer = await openClient(proxy.url, { version: "2025-06-18" });
    const { length } = server.written();
    const refused = await newer.send(`[${calls.join(",")}]`);
    expect(refused.status).toBe(400);
    expect(parse(refused.text)).toMatchObject({ error: { code: -32600 } });
    const many = Array.from({ length: 101 }, () => calls[0]);
    for (const body of ["[]", `[${calls[0]!},7]`, `[${calls[0]!},${initializeBody(3)}]`, `[${many.join(",")}]`]) {
      const answer = await ask(proxy.url, { body });
      expect(answer.status).toBe(400);
      expect(parse(answer.text)).toMatchObject({ error: { code: -32600 } });
    }
    expect(server.written()).toHaveLength(length);
  });
});

describe("PX-10 a request of the modern era", () => {
  test.each([
    ["with its metadata and header", MODERN_META, { "MCP-Protocol-Version": "2026-07-28" }],
    ["with its metadata only", MODERN_META, {}],
    ["with its header only", undefined, { "MCP-Protocol-Version": "2026-07-28" }],
    ["of a revision to come", { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" }, {}],
  ])("%s is told that a handshake is needed, and the server never sees it", async (_, meta, headers) => {
    const { proxy, server } = await start(["--touchy"]);
    const client = await openClient(proxy.url);
    const { length } = server.written();
    const body = json({ id: "probe", method: "server/discover", params: { ...(meta && { _meta: meta }) } });
    const answer = await ask(proxy.url, { headers, body });
    expect(answer.status).toBe(400);
    expect(parse(answer.text)).toMatchObject({ id: "probe", error: { code: -32000 } });
    expect(answer.text).toContain("required");
    expect(server.written()).toHaveLength(length);
    expect(await client.call("echo", { message: "m" })).toBe("m");
  });

  test("has no streams and no sessions", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    for (const method of ["GET", "DELETE"]) {
      const modern = { ...headers, "MCP-Protocol-Version": "2026-07-28" };
      expect(await ask(proxy.url, { method, headers: modern })).toMatchObject({
        status: 405,
        headers: { allow: "POST" },
      });
    }
  });
});
