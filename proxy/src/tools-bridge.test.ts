import { describe, expect, test } from "vitest";
import { start, startProxy, startServer, until } from "./bridge-setup.ts";
import { ask, callTool, json, openClient, openEvents, openStream, parse, textOf } from "./http-setup.ts";
import type { ToolPolicy } from "./open-proxy.ts";

const tools: ToolPolicy = {
  offered: ["say", "slow", "raw", "received", "count", "never", "ask"],
  overrides: { echo: { name: "say", description: "Says it" }, progress: { name: "count" } },
};

describe("TF-02 in front of a stdio server", () => {
  test("a hidden call never reaches it, and is answered as by the server", async () => {
    const { proxy, server } = await start([], { tools });
    const client = await openClient(proxy.url);
    for (const name of ["echo", "crash", "SAY", "progress"]) {
      const { status, text } = await client.send(callTool("é", name));
      expect([status, parse(text)]).toEqual([
        200,
        { jsonrpc: "2.0", id: "é", error: { code: -32_602, message: `unknown tool "${name}"` } },
      ]);
    }
    expect((await client.send(json({ method: "tools/call", params: { name: "crash" } }))).status).toBe(400);
    expect(
      (await client.send(json({ id: 1, method: "tools\u002fcall", params: { name: "crash", Name: "say" } }))).status,
    ).toBe(200);
    expect(server.written()).not.toMatch(/tools/);
    expect(await client.call("say", { message: "m" })).toBe("m");
    expect(server.written()).toMatch(/"name":"echo"/);
  });

  test("a client that takes nothing but events gets the refusal as one", async () => {
    const { proxy } = await start([], { tools });
    const { headers } = await openClient(proxy.url);
    const answer = await ask(proxy.url, {
      headers: { ...headers, Accept: "text/event-stream" },
      body: callTool(1, "echo"),
    });
    expect(answer).toMatchObject({
      headers: { "content-type": "text/event-stream" },
      text: expect.stringMatching(/^event: message\ndata: .*-32602.*\n\n$/),
    });
  });

  test("in a batch each call is judged by itself", async () => {
    const { proxy } = await start([], { tools });
    const client = await openClient(proxy.url, { version: "2025-03-26" });
    const batch = `[${callTool(1, "say", { message: "m" })},${callTool(2, "echo")},${callTool(3, "crash")}]`;
    const answers: Array<{ id: number; error?: { code: number } }> = JSON.parse(
      (await client.send(batch, { Accept: "application/json" })).text,
    );
    expect(
      answers.map(({ id, error }) => [id, error?.code]).toSorted(([one], [other]) => Number(one) - Number(other)),
    ).toEqual([
      [1, undefined],
      [2, -32_602],
      [3, -32_602],
    ]);
  });

  test("over HTTP+SSE the refusal comes on the stream of the session", async () => {
    const { proxy } = await start([], { tools, mode: "sse" });
    const one = await openEvents(proxy.url);
    const endpoint = new URL(await one.next(), proxy.url).href;
    await ask(endpoint, {
      body: json({ id: 0, method: "initialize", params: { protocolVersion: "2024-11-05", capabilities: {} } }),
    });
    await one.next();
    const { status, text } = await ask(endpoint, { body: callTool(7, "echo") });
    expect([status, text]).toEqual([202, ""]);
    expect(parse(await one.next())).toMatchObject({ id: 7, error: { code: -32_602 } });
  });
});

describe("TF-03 in front of a stdio server", () => {
  test("the list is filtered and keeps its other bytes", async () => {
    const { proxy } = await start([], { tools });
    const client = await openClient(proxy.url);
    const { text } = await client.send(json({ id: 2 ** 53, method: "tools/list" }), { Accept: "application/json" });
    expect(text).toBe(
      `{"jsonrpc":"2.0","id":9007199254740992,"result":{"tools":[{"name":"say","description":"Says it","inputSchema":{"type":"object"}}]}}`,
    );
  });

  test("progress, cancellation and tasks work under other names", async () => {
    const { proxy, server } = await start([], { tools });
    const client = await openClient(proxy.url);
    const counted = await client.send(callTool(1, "count", { steps: 2 }, { progressToken: "t" }));
    expect(counted.text.match(/"progressToken":"t","progress":[12]/g)).toHaveLength(2);

    const never = client.send(callTool(2, "never"));
    await until(() => server.written().includes('"never"'));
    await client.send(json({ method: "notifications/cancelled", params: { requestId: 2 } }));
    expect(parse((await never).text)).toMatchObject({ id: 2, error: { code: -32_800 } });

    const task = json({ id: 3, method: "tools/call", params: { name: "say", task: { name: "t1" } } });
    expect((await client.send(task, { Accept: "application/json" })).text).toContain('"taskId":"t1"');
    expect(server.written()).toMatch(/"name":"echo","task"/);
  });
});

describe("TF-07 in front of a stdio server", () => {
  test("each session hears once of a change, also one that opens its stream later, and of no change nothing", async () => {
    const { proxy } = await start();
    const here = await openClient(proxy.url);
    const later = await openClient(proxy.url);
    const stream = await openStream(proxy.url, here);
    proxy.setTools(tools);
    proxy.setTools({ offered: tools.offered.toReversed(), overrides: tools.overrides });
    const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
    expect(parse(await stream.next())).toEqual(changed);
    const late = await openStream(proxy.url, later);
    expect(parse(await late.next())).toEqual(changed);

    proxy.setTools(undefined);
    proxy.setTools({ offered: [], overrides: {} });
    expect([parse(await stream.next()), parse(await late.next())]).toEqual([changed, changed]);
    await here.call("echo", { message: "m" });
    await here.call("notify", { method: "notifications/resources/list_changed" });
    expect(await stream.next()).toContain("resources/list_changed");
  });

  test("a policy outlives the server's process, and one that cannot be is refused and changes nothing", async () => {
    const { proxy, server } = await start([], { tools });
    const client = await openClient(proxy.url);
    expect(() => proxy.setTools({ offered: [], overrides: { a: { name: "x" }, b: { name: "x" } } })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
    await server.kill();
    proxy.connect(startServer().attach());
    expect(await client.call("say", { message: "m" })).toBe("m");
    expect((await client.send(callTool(1, "crash"))).text).toContain("unknown tool");
  });

  test("no proxy opens with a policy that cannot be", async () => {
    await expect(startProxy({ tools: { offered: [], overrides: { a: { name: "b" }, b: {} } } })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

test("TF-09 without a policy messages pass as they are", async () => {
  const { proxy, server } = await start();
  const client = await openClient(proxy.url);
  const odd = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"x","arguments":{"message":"m"}}}`;
  expect(textOf((await client.send(odd, { Accept: "application/json" })).text)).toBe("m");
  expect(server.written()).toContain(odd.slice(odd.indexOf('"method"')));
});
