import { AppError } from "@toolhaven/contract/errors";
import { ROUTES } from "@toolhaven/contract/routes";
import type { Workloads } from "@toolhaven/engine/workloads/workloads";
import type { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { allHandlers } from "./handlers/all.ts";

const LOCAL = { host: "127.0.0.1:8080" };

function setup(workloads: Partial<Workloads> = {}): { app: Hono; unexpected: unknown[] } {
  const unexpected: unknown[] = [];
  const handlers = allHandlers({ workloads, version: "v1.2.3" } as Parameters<typeof allHandlers>[0]);
  return {
    app: createApp({ handlers, bindHost: "127.0.0.1", onUnexpected: (error) => unexpected.push(error) }),
    unexpected,
  };
}

const send = (app: Hono, method: string, path: string, body?: string): Promise<Response> | Response =>
  app.request(path, { method, headers: LOCAL, ...(body !== undefined && { body }) });

test("health is 204 without a body", async () => {
  const response = await send(setup().app, "GET", "/health");
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
});

test("an answer is one line of JSON", async () => {
  const response = await send(setup().app, "GET", "/api/v1beta/version");
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe('{"version":"v1.2.3"}\n');
});

test("a path nobody knows is 404, a method nobody knows 405 with the ones that exist", async () => {
  const { app } = setup();
  expect((await send(app, "GET", "/api/v1beta/nothing")).status).toBe(404);
  for (const method of ["PATCH", "HEAD", "OPTIONS"]) {
    const response = await send(app, method, "/api/v1beta/workloads");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST");
  }
});

test("a trailing slash changes nothing", async () => {
  const { app } = setup({ list: () => [] });
  expect(await (await send(app, "GET", "/api/v1beta/workloads/")).text()).toBe('{"workloads":[]}\n');
});

test("the bulk calls are not workloads of that name", async () => {
  const stopped: unknown[] = [];
  const { app } = setup({ select: () => [], stop: async (name) => void stopped.push(name) });
  expect((await send(app, "POST", "/api/v1beta/workloads/stop", '{"group":"default"}')).status).toBe(202);
  expect(stopped).toEqual([]);
});

test("a workload that is called like a bulk call can be read and deleted", async () => {
  const removed: string[] = [];
  const { app } = setup({ remove: async (name) => void removed.push(name) });
  expect((await send(app, "DELETE", "/api/v1beta/workloads/stop")).status).toBe(202);
  expect(removed).toEqual(["stop"]);
});

test("CT-03 an expected failure is its line, an unforeseen one says nothing about itself and is reported", async () => {
  const broken = new Error("password is hunter2");
  const { app, unexpected } = setup({
    list: () => {
      throw new AppError("not_found", 'group "x"\nnot found', { hint: "create it" });
    },
    select: () => {
      throw broken;
    },
  });
  const expected = await send(app, "GET", "/api/v1beta/workloads");
  expect(expected.status).toBe(404);
  expect(expected.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await expected.text()).toBe('group "x" not found; create it\n');

  const unforeseen = await send(app, "POST", "/api/v1beta/workloads/stop", '{"group":"a"}');
  expect(unforeseen.status).toBe(500);
  expect(await unforeseen.text()).toBe("internal server error\n");
  expect(unexpected).toEqual([broken]);
});

describe("bodies", () => {
  const create = (body: string): Promise<Response> | Response =>
    send(setup().app, "POST", "/api/v1beta/workloads", body);

  test.each([
    ["", 400, /empty/],
    ["{", 400, /not valid JSON/],
    ["[]", 400, /.+/],
    ["null", 400, /.+/],
    [`{"name":"${"x".repeat(2 ** 20)}"}`, 413, /1048576/],
  ])("CT-03 %.20s is refused with %i and one line", async (body, status, says) => {
    const response = await create(body);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(says);
    expect(text.trim().split("\n")).toHaveLength(1);
  });

  test("a body whose length is not told is cut at the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const response = await setup().app.request("/api/v1beta/workloads", {
      method: "POST",
      headers: LOCAL,
      body: endless,
      duplex: "half",
    });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(3 * 1024 * 1024);
  });
});

test("BI-05 a foreign host or page is refused before anything else", async () => {
  const { app } = setup();
  for (const headers of [{ host: "evil.example" }, { ...LOCAL, origin: "http://evil.example" }]) {
    const response = await app.request("/nowhere", { headers });
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(/^forbidden: .+\n$/);
  }
});

test("CT-02 every call of the contract is answered: what is not there yet with 501", async () => {
  const { app } = setup();
  for (const [id, { method, path }] of Object.entries(ROUTES)) {
    if (!/group|client|registr|secret/i.test(path)) continue;
    const response = await send(
      app,
      method.toUpperCase(),
      path.replaceAll(/\{\w+\}/g, "default"),
      method === "get" ? undefined : "{}",
    );
    // What only reads has nothing to refuse before it says so; the others may find fault with the empty body first.
    expect(method === "get" ? [501] : [400, 501], id).toContain(response.status);
  }
});
