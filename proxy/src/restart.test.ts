import { describe, expect, test } from "vitest";
import { memoryStore, start, startProxy, startServer, until } from "./bridge-setup.ts";
import { ask, callTool, initializeBody, json, openClient, openEvents, parse, textOf } from "./http-setup.ts";

describe("a server that is not there", () => {
  test("is answered for, with the reason and the id", async () => {
    const proxy = await startProxy({ limits: { holdMs: 1 } });
    const before = await ask(proxy.url, { body: initializeBody(3) });
    expect(before).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(parse(before.text)).toMatchObject({
      id: 3,
      error: { code: -32603, message: 'workload "fixture" is not available: it has not started' },
    });

    const server = startServer();
    proxy.connect(server.attach());
    const client = await openClient(proxy.url);
    proxy.disconnect("it was stopped");
    const after = await client.send(callTool("é", "echo"));
    expect(after.status).toBe(503);
    expect(parse(after.text)).toMatchObject({
      id: "é",
      error: { message: 'workload "fixture" is not available: it was stopped' },
    });
    expect(await proxy.check({ signal: AbortSignal.timeout(1000) })).toEqual({
      healthy: false,
      reason: 'workload "fixture" is not available: it was stopped',
    });
  });

  test("loses what was in flight at once, each client in the form it waits in", async () => {
    const { proxy, server } = await start();
    const client = await openClient(proxy.url);
    const own = await openEvents(proxy.url, { method: "GET", headers: client.headers });
    const streaming = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "progress", { steps: 1000, ms: 10 }, { progressToken: 1 }),
    });
    await streaming.next();
    const waiting = client.send(callTool(2, "never"));
    await until(() => proxy.activity().inFlight === 2);
    await server.kill();

    const answer = await waiting;
    expect(answer.status).toBe(502);
    expect(parse(answer.text)).toMatchObject({
      id: 2,
      error: { code: -32603, message: 'workload "fixture" gave no answer: the server exited' },
    });
    let last = parse(await streaming.next());
    while (last["method"] !== undefined) last = parse(await streaming.next());
    expect(last).toMatchObject({ id: 1, error: { code: -32603 } });

    // The session, and its own stream, go on with the next process.
    const fresh = startServer();
    proxy.connect(fresh.attach());
    await client.call("notify", { method: "notifications/tools/list_changed" });
    expect(parse(await own.next())).toMatchObject({ method: "notifications/tools/list_changed" });
  });

  test("PX-07 that crashes during a call fails that call, and the session goes on with its successor", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    expect((await client.send(callTool(1, "crash"))).status).toBe(502);
    proxy.connect(startServer("--touchy").attach());
    expect(await client.call("echo", { message: "m" })).toBe("m");
  });
});

describe("a fresh process", () => {
  test("is told of handshake, subscriptions and level before anything that waits", async () => {
    const { proxy, server } = await start();
    const client = await openClient(proxy.url, { capabilities: { roots: {} }, version: "2025-06-18" });
    await client.send(json({ id: 1, method: "resources/subscribe", params: { uri: "a:b" } }));
    await client.send(json({ id: 2, method: "logging/setLevel", params: { level: "error" } }));
    await server.kill();
    await until(async () => !(await proxy.check({ signal: AbortSignal.timeout(1000) })).healthy);

    const fresh = startServer("--strict", "--touchy", "--slow-start=100");
    proxy.connect(fresh.attach());
    const calls = [client.call("echo", { message: "one" }), client.call("echo", { message: "two" })];
    const newcomer = openClient(proxy.url);

    expect(await Promise.all(calls)).toEqual(["one", "two"]);
    expect(await (await newcomer).call("echo", { message: "three" })).toBe("three");
    const lines = fresh.written().trim().split("\n").map(parse);
    expect(lines.slice(0, 4)).toMatchObject([
      { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: { roots: {} } } },
      { method: "notifications/initialized" },
      { method: "resources/subscribe", params: { uri: "a:b" } },
      { method: "logging/setLevel", params: { level: "error" } },
    ]);
    expect(lines.filter(({ method }) => method === "initialize")).toHaveLength(1);
    expect(lines.filter(({ method }) => method === "notifications/initialized")).toHaveLength(1);
  });

  test("that refuses the handshake is called unhealthy, until a client's own handshake succeeds", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const grumpy = startServer("--refuse-first");
    proxy.connect(grumpy.attach());

    const failed = await client.send(callTool(1, "echo", { message: "m" }));
    expect(failed.status).toBe(503);
    expect(failed.text).toContain("it does not take the handshake again");
    expect(await proxy.check({ signal: AbortSignal.timeout(1000) })).toMatchObject({ healthy: false });
    expect(proxy.notices.some(({ level }) => level === "warn")).toBe(true);

    const other = await openClient(proxy.url);
    expect(await other.call("echo", { message: "m" })).toBe("m");
    expect(await client.call("echo", { message: "m" })).toBe("m");
  });

  test("that is replaced during its handshake loses nothing that could be kept", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    proxy.connect(startServer("--slow-start=10000").attach());
    const waiting = client.send(callTool(1, "echo", { message: "m" }));
    const joining = ask(proxy.url, { body: initializeBody(9) });
    await until(() => proxy.activity().inFlight === 1);
    proxy.connect(startServer("--strict").attach());

    expect((await waiting).status).toBe(502);
    expect([200, 502]).toContain((await joining).status);
    expect(await client.call("echo", { message: "m" })).toBe("m");
  });
});

describe("a successor of the proxy", () => {
  test("continues the sessions of the same process without its noticing", async () => {
    const store = memoryStore();
    const server = startServer("--strict");
    const before = await startProxy({ sessions: store });
    before.connect(server.attach());
    const client = await openClient(before.url, { capabilities: { sampling: {} } });
    await client.send(json({ id: 1, method: "resources/subscribe", params: { uri: "a:b" } }));
    await before[Symbol.asyncDispose]();
    // Died in the middle of a line, so to speak.
    server.attach().write(Buffer.from('{"jsonrpc":"2.0","id":1,"meth'));
    const { length } = server.written();

    const after = await startProxy({ sessions: store });
    after.connect(server.attach());
    const { headers } = client;
    const stream = await openEvents(after.url, { method: "GET", headers });
    const echo = await ask(after.url, { headers, body: callTool(1, "echo", { message: "m" }) });
    expect(textOf(echo.text)).toBe("m");
    const newcomer = await openClient(after.url);
    await newcomer.call("notify", { method: "notifications/resources/updated", params: { uri: "a:b" } });
    expect(parse(await stream.next())).toMatchObject({ params: { uri: "a:b" } });
    const asking = await openEvents(after.url, {
      headers,
      body: callTool(2, "ask", { method: "sampling/createMessage" }),
    });
    expect(parse(await asking.next())).toMatchObject({ method: "sampling/createMessage" });

    const written = server.written().slice(length);
    expect(written.startsWith("\n{")).toBe(true);
    expect(written).not.toMatch(/"initialize"|notifications\/initialized/);
  });

  test("never gives a request an id that its predecessor gave to one the server still works on", async () => {
    const store = memoryStore();
    const server = startServer();
    const before = await startProxy({ sessions: store });
    before.connect(server.attach());
    const { headers } = await openClient(before.url);
    const left = ask(before.url, { headers, body: callTool(1, "slow", { ms: 300, message: "left" }) });
    await until(() => server.written().includes('"left"'));
    before.disconnect("the daemon died");
    expect((await left).status).toBe(502);

    const after = await startProxy({ sessions: store });
    after.connect(server.attach());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(after.url, { headers, body: callTool(1, "slow", { ms: 350, message: `m${index}` }) }),
      ),
    );
    expect(answers.map(({ text }) => textOf(text))).toEqual(answers.map((_, index) => `m${index}`));
  });

  test("honours a session id from the moment it was given out, without any farewell", async () => {
    const store = memoryStore();
    const server = startServer();
    const before = await startProxy({ sessions: store });
    before.connect(server.attach());
    const opened = await ask(before.url, { body: initializeBody() });
    const entries = structuredClone(store.entries);

    const after = await startProxy({ sessions: { ...memoryStore(), read: () => Promise.resolve(entries) } });
    after.connect(server.attach());
    const headers = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    await ask(after.url, { headers, body: json({ method: "notifications/initialized" }) });
    const echo = await ask(after.url, { headers, body: callTool(1, "echo", { message: "m" }) });
    expect(textOf(echo.text)).toBe("m");
    expect(server.written().match(/notifications\/initialized/g)).toHaveLength(1);
  });

  test("in front of another process repeats the handshake, and honours the sessions", async () => {
    const store = memoryStore();
    const before = await startProxy({ sessions: store });
    before.connect(startServer().attach());
    const { headers } = await openClient(before.url);
    await before[Symbol.asyncDispose]();

    const after = await startProxy({ sessions: store });
    after.connect(startServer("--touchy", "--strict").attach());
    const echo = await ask(after.url, { headers, body: callTool(1, "echo", { message: "m" }) });
    expect(textOf(echo.text)).toBe("m");
  });

  test("knows nothing of sessions that ended", async () => {
    const store = memoryStore();
    const server = startServer();
    const before = await startProxy({ sessions: store });
    before.connect(server.attach());
    const client = await openClient(before.url);
    await ask(before.url, { method: "DELETE", headers: client.headers });
    await until(() => store.entries.some((entry) => JSON.stringify(entry).includes('"ended"')));

    const after = await startProxy({ sessions: store });
    expect(JSON.stringify(store.entries)).not.toContain(client.headers["Mcp-Session-Id"]);
    after.connect(server.attach());
    expect((await ask(after.url, { headers: client.headers, body: callTool(1, "echo") })).status).toBe(404);
  });

  test("reads past entries it does not understand", async () => {
    const store = memoryStore();
    store.entries = [
      null,
      7,
      { kind: "later" },
      { kind: "session", id: 5 },
      { kind: "handshake" },
      "x",
      { kind: "toString" },
    ];
    const proxy = await startProxy({ sessions: store });
    proxy.connect(startServer().attach());
    expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
  });
});

test("no session id is given out before it is safe", async () => {
  const store = memoryStore();
  let letThrough = (): void => undefined;
  const isSafe = new Promise<void>((resolve) => (letThrough = resolve));
  const append = async (entry: unknown): Promise<void> => {
    await isSafe;
    await store.append(entry);
  };
  const { proxy, server } = await start([], { sessions: { ...store, append } });
  const opening = ask(proxy.url, { body: initializeBody() });
  await until(() => server.written().includes("initialize"));
  const early = await Promise.race([opening, ask(proxy.url, { body: json({ id: 1, method: "ping" }) })]);
  expect(early.headers).not.toHaveProperty("mcp-session-id");
  expect(store.entries).toEqual([]);
  letThrough();
  const id = String((await opening).headers["mcp-session-id"]);
  expect(JSON.stringify(store.entries)).toContain(id);
});

test("a store that fails is reported, and the proxy goes on", async () => {
  const sessions = { ...memoryStore(), append: () => Promise.reject(new Error("disk full")) };
  const { proxy } = await start([], { sessions });
  expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
  expect(proxy.notices).toContainEqual({
    level: "warn",
    text: "sessions cannot be saved",
    fields: { reason: "disk full" },
  });
});
