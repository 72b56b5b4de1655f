import { describe, expect, test } from "vitest";
import { start, startProxy, until } from "./bridge-setup.ts";
import { ask, initializeBody, openClient, openEvents, parse } from "./http-setup.ts";

describe("check", () => {
  test("never speaks to a server before a client did, then pings it", async () => {
    const { proxy, server } = await start(["--touchy"]);
    expect(await proxy.check({ signal: AbortSignal.timeout(5000) })).toEqual({ healthy: true });
    expect(server.written()).toBe("");
    await openClient(proxy.url);
    expect(await proxy.check({ signal: AbortSignal.timeout(5000) })).toEqual({ healthy: true });
    expect(server.written()).toContain('"method":"ping"');
  });

  test("finds a server that does not answer in time unhealthy, and forgets its question", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    await client.call("deaf", { ms: 300 });
    expect(await proxy.check({ signal: AbortSignal.timeout(50) })).toEqual({
      healthy: false,
      reason: 'workload "fixture" does not answer in time',
    });
    const controller = new AbortController();
    const checking = proxy.check({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(checking).rejects.toThrow("enough");
    expect(await proxy.check({ signal: AbortSignal.timeout(5000) })).toEqual({ healthy: true });
  });

  test("is what /health tells", async () => {
    const { proxy } = await start();
    const url = proxy.url.replace("/mcp", "/health");
    const good = await ask(url, { method: "GET" });
    expect(good.status).toBe(200);
    expect(parse(good.text)).toEqual({ status: "healthy", transport: "stdio", mcp: { available: true } });
    const without = await startProxy();
    const bad = await ask(without.url.replace("/mcp", "/health"), { method: "GET" });
    expect(bad.status).toBe(503);
    expect(parse(bad.text)).toEqual({ status: "unhealthy", transport: "stdio", mcp: { available: false } });
  });
});

test("activity counts clients that are there, their requests, and the last answer", async () => {
  const { proxy } = await start();
  expect(proxy.activity()).toEqual({ sessions: 0, inFlight: 0, lastAnswerAt: 0 });
  const client = await openClient(proxy.url);
  const waiting = client.call("slow", { ms: 50 });
  await until(() => proxy.activity().inFlight === 1);
  expect(proxy.activity().sessions).toBe(1);
  await waiting;
  expect(proxy.activity().lastAnswerAt).toBeGreaterThan(Date.now() - 60_000);
  await ask(proxy.url, { method: "DELETE", headers: client.headers });
  expect(proxy.activity()).toMatchObject({ sessions: 0, inFlight: 0 });
});

test("closing lets a request in flight be answered, and ends streams", async () => {
  const { proxy } = await start();
  const client = await openClient(proxy.url);
  const stream = await openEvents(proxy.url, { method: "GET", headers: client.headers });
  const waiting = client.call("slow", { ms: 100 });
  await until(() => proxy.activity().inFlight === 1);
  await proxy[Symbol.asyncDispose]();
  expect(await waiting).toBe("slow");
  await stream.ended;
});

test("a port that is taken is named in the error", async () => {
  const { proxy } = await start();
  await expect(startProxy({ port: proxy.port })).rejects.toMatchObject({
    code: "invalid_input",
    message: `cannot listen on "127.0.0.1", port ${proxy.port}: the port is in use; choose another one`,
  });
});

test("other paths and methods are told what there is", async () => {
  const { proxy } = await start();
  expect((await ask(proxy.url.replace("/mcp", "/"), { method: "GET" })).status).toBe(404);
  for (const method of ["PUT", "OPTIONS", "HEAD", "PATCH"]) {
    expect(await ask(proxy.url, { method })).toMatchObject({ status: 405, headers: { allow: "POST, GET, DELETE" } });
  }
  expect((await ask(`${proxy.url}?x=1`, { body: initializeBody() })).status).toBe(200);
});
