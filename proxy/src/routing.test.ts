import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, json, openClient, openEvents, openStream, parse, received, textOf } from "./http-setup.ts";

describe("PX-02 progress", () => {
  test("goes to the request it is about, under the client's own token, and ends with the answer", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "progress", { steps: 2, ms: 20 }, { progressToken: "é" }),
    });

    expect(parse(await stream.next())).toMatchObject({ params: { progressToken: "é", progress: 1 } });
    expect(parse(await stream.next())).toMatchObject({ params: { progressToken: "é", progress: 2 } });
    expect(textOf(await stream.next())).toBe("done");
    await stream.ended;
  });

  test("after the answer, or for nobody's token, is dropped", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const own = await openStream(proxy.url, client);
    await client.send(callTool(1, "late-progress", {}, { progressToken: 1 }));
    await client.call("notify", { method: "notifications/progress", params: { progressToken: 1, progress: 1 } });
    await client.call("slow", { ms: 40 });
    await client.call("notify", { method: "notifications/tools/list_changed" });

    expect(parse(await own.next())).toMatchObject({ method: "notifications/tools/list_changed" });
  });
});

describe("a cancellation", () => {
  test("reaches the server under the id the server knows, and ends the exchange", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const waiting = client.send(callTool("mine", "never"));
    await until(async () => (await received(client)).some(({ raw }) => raw.includes('"never"')));

    const params = { requestId: "mine", reason: "enough" };
    expect((await client.send(json({ method: "notifications/cancelled", params }))).status).toBe(202);

    expect(parse((await waiting).text)).toMatchObject({ id: "mine", error: { code: -32800 } });
    const seen = await received(client);
    const call = seen.find(({ raw }) => raw.includes('"never"'));
    expect(seen.find(({ method }) => method === "notifications/cancelled")?.params).toEqual({
      requestId: call?.id,
      reason: "enough",
    });
    expect(proxy.activity().inFlight).toBe(0);
  });

  test("of another client's request does nothing, whatever id it guesses", async () => {
    const { proxy } = await start();
    const [client, thief] = [await openClient(proxy.url), await openClient(proxy.url)];
    const waiting = client.send(callTool(77, "slow", { ms: 200, message: "survived" }));
    await until(async () => (await received(client)).some(({ raw }) => raw.includes('"survived"')));
    const wireId = (await received(client)).find(({ raw }) => raw.includes('"survived"'))?.id;

    for (const requestId of [77, wireId]) {
      const answer = await thief.send(json({ method: "notifications/cancelled", params: { requestId } }));
      expect(answer.status).toBe(202);
    }

    expect(textOf((await waiting).text)).toBe("survived");
    expect((await received(client)).filter(({ method }) => method === "notifications/cancelled")).toEqual([]);
  });

  test("is not what a client means that leaves", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "progress", { steps: 20, ms: 10 }, { progressToken: 1 }),
    });
    await stream.next();
    stream.close();
    await until(() => proxy.activity().inFlight === 0);
    expect((await received(client)).filter(({ method }) => method === "notifications/cancelled")).toEqual([]);
  });
});

describe("PX-04 list_changed", () => {
  test("comes to every session once, also to one whose stream opens later", async () => {
    const { proxy } = await start();
    const [first, second, late] = [
      await openClient(proxy.url),
      await openClient(proxy.url),
      await openClient(proxy.url),
    ];
    const streams = [await openStream(proxy.url, first), await openStream(proxy.url, second)];
    await first.call("notify", { method: "notifications/tools/list_changed" });
    await first.call("notify", { method: "notifications/tools/list_changed" });
    await first.call("notify", { method: "notifications/prompts/list_changed" });
    streams.push(await openStream(proxy.url, late));

    const methods = async (stream: (typeof streams)[number], count: number): Promise<unknown[]> => {
      const all: unknown[] = [];
      while (all.length < count) all.push(parse(await stream.next())["method"]);
      return all;
    };
    const [tools, prompts] = ["notifications/tools/list_changed", "notifications/prompts/list_changed"];
    expect(await methods(streams[0]!, 3)).toEqual([tools, tools, prompts]);
    expect(await methods(streams[1]!, 3)).toEqual([tools, tools, prompts]);
    expect(await methods(streams[2]!, 2)).toEqual([tools, prompts]);
  });

  test("before the first session is no trouble", async () => {
    const { proxy } = await start(["--eager"]);
    expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
  });
});

describe("a resource", () => {
  test("is subscribed to at the server once, until the last session lets go of it", async () => {
    const { proxy } = await start();
    const [first, second, other] = [
      await openClient(proxy.url),
      await openClient(proxy.url),
      await openClient(proxy.url),
    ];
    const [firstStream, secondStream, otherStream] = [
      await openStream(proxy.url, first),
      await openStream(proxy.url, second),
      await openStream(proxy.url, other),
    ];
    const uri = "file:///a";
    const change = { method: "notifications/resources/updated", params: { uri } };

    for (const client of [first, second]) {
      expect(parse((await client.send(json({ id: 1, method: "resources/subscribe", params: { uri } }))).text)).toEqual({
        jsonrpc: "2.0",
        id: 1,
        result: {},
      });
    }
    await other.call("notify", change);
    expect(parse(await firstStream.next())).toMatchObject(change);
    expect(parse(await secondStream.next())).toMatchObject(change);

    await first.send(json({ id: 2, method: "resources/unsubscribe", params: { uri } }));
    await other.call("notify", { ...change, params: { uri: `${uri}/part` } });
    await other.call("notify", { method: "notifications/tools/list_changed" });
    expect(parse(await secondStream.next())).toMatchObject({ params: { uri: `${uri}/part` } });
    for (const stream of [firstStream, otherStream]) {
      expect(parse(await stream.next())).toMatchObject({ method: "notifications/tools/list_changed" });
    }

    expect(JSON.parse(await other.call("subscribed"))).toEqual([uri]);
    await second.send(json({ id: 3, method: "resources/unsubscribe", params: { uri } }));
    expect(JSON.parse(await other.call("subscribed"))).toEqual([]);
    const subscribes = (await received(other)).filter(({ method }) => method === "resources/subscribe");
    expect(subscribes).toHaveLength(1);
  });

  test("that the server refuses is nobody's", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const subscribe = json({ id: 1, method: "resources/subscribe", params: { uri: "no:such" } });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(parse((await client.send(subscribe)).text)).toMatchObject({ error: { code: -32002 } });
    }
  });

  test("is let go of when its session ends", async () => {
    const { proxy } = await start();
    const [client, other] = [await openClient(proxy.url), await openClient(proxy.url)];
    await client.send(json({ id: 1, method: "resources/subscribe", params: { uri: "a:b" } }));
    await ask(proxy.url, { method: "DELETE", headers: client.headers });
    await until(async () => (await other.call("subscribed")) === "[]");
  });
});

describe("a log message", () => {
  test("goes to the one client that is there", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "log", { message: "secret", ms: 20 }),
    });
    expect(parse(await stream.next())).toMatchObject({ method: "notifications/message", params: { data: "secret" } });
    expect(textOf(await stream.next())).toBe("logged");
  });

  test("goes with several clients only to the one whose request is running", async () => {
    const { proxy } = await start();
    const [client, other] = [await openClient(proxy.url), await openClient(proxy.url)];
    const otherStream = await openStream(proxy.url, other);
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "log", { message: "secret", ms: 20 }),
    });
    expect(parse(await stream.next())).toMatchObject({ params: { data: "secret" } });

    const busy = other.call("slow", { ms: 100 });
    await until(() => proxy.activity().inFlight === 1);
    await client.call("log", { message: "whose?", ms: 20 });
    await busy;
    await client.call("notify", { method: "notifications/tools/list_changed" });
    expect(parse(await otherStream.next())).toMatchObject({ method: "notifications/tools/list_changed" });
  });

  test("is left out below the level that its session asked for; the server hears the most talkative", async () => {
    const { proxy } = await start();
    const [client, other] = [await openClient(proxy.url), await openClient(proxy.url)];
    const setLevel = (level: string) => json({ id: 1, method: "logging/setLevel", params: { level } });
    expect(parse((await client.send(setLevel("error"))).text)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    await other.send(setLevel("debug"));
    await client.send(setLevel("warning"));
    const levels = (await received(client)).filter(({ method }) => method === "logging/setLevel");
    expect(levels.map(({ params }) => params?.["level"])).toEqual(["error", "debug"]);

    await ask(proxy.url, { method: "DELETE", headers: other.headers });
    const both = [
      callTool(1, "log", { message: "low", ms: 20 }),
      callTool(2, "log", { message: "x", level: "error", ms: 20 }),
    ];
    expect((await client.send(both[0]!)).headers["content-type"]).toBe("application/json");
    expect((await client.send(both[1]!)).headers["content-type"]).toBe("text/event-stream");
  });

  test("setLevel with a level that does not exist is for the server to judge", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    await client.send(json({ id: 1, method: "logging/setLevel", params: { level: "loud" } }));
    expect((await received(client)).filter(({ method }) => method === "logging/setLevel")).toHaveLength(1);
  });
});

test("a notification nobody knows goes to the one client there is, and to none of several", async () => {
  const { proxy } = await start();
  const client = await openClient(proxy.url);
  const stream = await openStream(proxy.url, client);
  await client.call("notify", { method: "notifications/vendor/x", params: { a: 1 } });
  // The call itself was answered as JSON, so the session's own stream had to take it.
  expect(parse(await stream.next())).toMatchObject({ method: "notifications/vendor/x", params: { a: 1 } });

  const other = await openClient(proxy.url);
  await other.call("notify", { method: "notifications/vendor/x", params: { a: 2 } });
  await other.call("notify", { method: "notifications/tools/list_changed" });
  expect(parse(await stream.next())).toMatchObject({ method: "notifications/tools/list_changed" });
});

test("what the server says of a task, progress too, goes to the session that started it", async () => {
  const { proxy } = await start();
  const [first, second] = [await openClient(proxy.url), await openClient(proxy.url)];
  const [firstStream, secondStream] = [await openStream(proxy.url, first), await openStream(proxy.url, second)];
  const params = { name: "t1", task: { name: "t1" }, _meta: { progressToken: "mine" } };
  await first.send(json({ id: 1, method: "tools/call", params }));
  await second.call("notify", { method: "notifications/tasks/status", params: { taskId: "t1", status: "completed" } });
  const wireId = (await received(second)).find(({ raw }) => raw.includes('"t1"'))?.id;
  await second.call("notify", { method: "notifications/progress", params: { progressToken: wireId, progress: 1 } });
  await second.call("notify", { method: "notifications/tools/list_changed" });

  expect(parse(await firstStream.next())).toMatchObject({ params: { taskId: "t1" } });
  expect(parse(await firstStream.next())).toMatchObject({ params: { progressToken: "mine", progress: 1 } });
  expect(parse(await secondStream.next())).toMatchObject({ method: "notifications/tools/list_changed" });
});
