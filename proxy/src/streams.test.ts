import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, initializeBody, openClient, openEvents, parse, send, textOf } from "./http-setup.ts";

const MIB = 1024 * 1024;

/** Time for the proxy jumps ahead; timers and the server keep theirs. */
function jumpAhead(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

describe("an event stream", () => {
  test("that nobody reads is cut, and holds up nobody", async () => {
    const { proxy } = await start([], { limits: { queuedMessages: 50, queuedBytes: MIB } });
    const [slow, client] = [await openClient(proxy.url), await openClient(proxy.url)];
    const fast = await openEvents(proxy.url, { method: "GET", headers: client.headers });
    const outgoing = send(proxy.url, { method: "GET", headers: slow.headers });
    const [unread] = (await once(outgoing, "response")) as [IncomingMessage];
    unread.on("error", () => undefined);
    const cut = new Promise((resolve) => unread.on("close", resolve));

    const params = { text: "x".repeat(64 * 1024) };
    const count = 300;
    for (let sent = 0; sent < count; sent += 1) {
      await client.call("notify", { method: "notifications/tools/list_changed", params });
      await fast.next();
    }
    unread.resume();
    await cut;
    expect(JSON.stringify(proxy.notices)).toContain("was cut off");
    expect(await slow.call("echo", { message: "still a session" })).toBe("still a session");
  });

  test("of a thousand idle ones costs little, and each gets its message", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const clients = await Promise.all(Array.from({ length: 1000 }, () => openClient(proxy.url)));
    const before = process.memoryUsage().rss;
    const streams = await Promise.all(clients.map(({ headers }) => openEvents(proxy.url, { method: "GET", headers })));
    expect(proxy.activity().sessions).toBe(1001);
    // Both ends of each connection are in this process.
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MIB);

    await client.call("notify", { method: "notifications/tools/list_changed" });
    const events = await Promise.all(streams.map((stream) => stream.next()));
    expect(events.every((event) => event.includes("list_changed"))).toBe(true);
    for (const stream of streams) stream.close();
    await until(() => proxy.activity().sessions === 1001);
  });

  test("carries a comment while it is idle", async () => {
    const { proxy } = await start([], { limits: { keepAliveMs: 40 } });
    const client = await openClient(proxy.url);
    const stream = await openEvents(proxy.url, { method: "GET", headers: client.headers });
    await until(() => stream.comments.length >= 3);
    expect(stream.comments[0]).toBe(": ka");
  });

  test("takes the place of a plain answer that is long in coming", async () => {
    // A short interval for comments makes the proxy look around more often.
    const { proxy } = await start([], { limits: { keepAliveMs: 40 } });
    const client = await openClient(proxy.url);
    const opening = openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "slow", { ms: 1500, message: "at last" }),
    });
    const plain = client.call("slow", { ms: 1500, message: "as wished" });
    await until(() => proxy.activity().inFlight === 2);
    jumpAhead(5000);
    const stream = await opening;
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    expect(textOf(await stream.next())).toBe("at last");
    expect(await plain).toBe("as wished");
    vi.useRealTimers();
  });
});

describe("sessions", () => {
  test("beyond the limit are refused, and idle ones make room", async () => {
    const { proxy } = await start([], { limits: { sessions: 2 } });
    const first = await openClient(proxy.url);
    await openClient(proxy.url);
    const refused = await ask(proxy.url, { body: initializeBody("third") });
    expect(refused.status).toBe(503);
    expect(parse(refused.text)).toMatchObject({
      id: "third",
      error: { message: 'workload "fixture" is not available: it has 2 sessions, and no more are allowed' },
    });
    jumpAhead(3 * 60 * 60 * 1000);
    await openClient(proxy.url);
    expect((await first.send(callTool(1, "echo"))).status).toBe(404);
    vi.useRealTimers();
  });

  test("do not grow old while a stream is open", async () => {
    const { proxy } = await start([], { limits: { sessionIdleMs: 50 } });
    const [idle, open] = [await openClient(proxy.url), await openClient(proxy.url)];
    await openEvents(proxy.url, { method: "GET", headers: open.headers });
    await until(async () => (await idle.send(callTool(1, "echo"))).status === 404 || (jumpAhead(51), false));
    expect((await open.send(callTool(1, "echo", { message: "m" }))).status).toBe(200);
    vi.useRealTimers();
  });

  test("that nobody comes for let a server's request fail", async () => {
    const { proxy } = await start(["--roots"]);
    const client = await openClient(proxy.url, { capabilities: { roots: {} } });
    await until(async () => (await client.call("received")).includes("notifications/initialized"));
    jumpAhead(31_000);
    await until(async () => (await client.call("received")).includes("no stream for requests"));
    vi.useRealTimers();
  });
});
