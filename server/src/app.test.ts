import { AppError, notImplemented } from "@toolhaven/contract/errors";
import type { Handlers } from "@toolhaven/contract/routes";
import type { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import type { AnsweredCall } from "./call-log.ts";
import { systemHandlers } from "./handlers/system.ts";

const LOCAL = { host: "127.0.0.1:8080" };

interface Setup {
  readonly app: Hono;
  readonly unexpected: unknown[];
  readonly answered: AnsweredCall[];
}

/** Calls that a test gives no handler for are ones it never makes. */
function setup(handlers: Partial<Handlers> = {}, limits: { callMs?: number; uploadMs?: number } = {}): Setup {
  const unexpected: unknown[] = [];
  const answered: AnsweredCall[] = [];
  const app = createApp({
    handlers: { ...systemHandlers({ version: "v1.2.3" }), ...handlers } as Handlers,
    bindHost: "127.0.0.1",
    onUnexpected: (error) => unexpected.push(error),
    calls: { during: (_id, work) => work(), answered: (call) => answered.push(call) },
    limits,
  });
  return { app, unexpected, answered };
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

test("SV-06 a slash after the root of a collection changes nothing; anywhere else, or twice, it does", async () => {
  const { app } = setup({ listWorkloads: () => ({ workloads: [] }) });
  expect(await (await send(app, "GET", "/api/v1beta/workloads/")).text()).toBe('{"workloads":[]}\n');
  for (const path of ["//health", "/health/", "/api/v1beta//workloads", "/api/v1beta/workloads//", "/api/doc/"]) {
    expect((await send(app, "GET", path)).status, path).toBe(404);
  }
});

test("SV-06 a variable part is decoded once, whatever it holds", async () => {
  const keys: string[] = [];
  const { app } = setup({ deleteSecret: ({ params }) => void keys.push(params.key) });
  for (const key of ["a%2Fb", "op:%2F%2Fvault%2Fitem", "%2541", "%C3%A4", "..", "a+b"]) {
    expect((await send(app, "DELETE", `/api/v1beta/secrets/default/keys/x${key}`)).status).toBe(204);
  }
  expect(keys).toEqual(["xa/b", "xop://vault/item", "x%41", "xä", "x..", "xa+b"]);
});

test.each(["%", "%zz", "%ff", "%c3"])("SV-06 the malformed escape %j is refused", async (escape) => {
  const response = await send(setup().app, "GET", `/api/v1beta/registry/${escape}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/^the path .*%25"\n$/);
});

test("SV-05 an address of more than 8 KiB is refused", async () => {
  const response = await send(setup().app, "GET", `/health?${"x".repeat(8192)}`);
  expect(response.status).toBe(414);
  expect(await response.text()).toMatch(/8192/);
});

test("the bulk calls are not workloads of that name", async () => {
  const targets: unknown[] = [];
  const { app } = setup({ stopWorkloads: ({ body }) => void targets.push(body) });
  expect((await send(app, "POST", "/api/v1beta/workloads/stop", '{"group":"default"}')).status).toBe(202);
  expect(targets).toEqual([{ group: "default" }]);
});

test("a workload that is called like a bulk call can be read and deleted", async () => {
  const removed: string[] = [];
  const { app } = setup({ deleteWorkload: ({ params }) => void removed.push(params.name) });
  expect((await send(app, "DELETE", "/api/v1beta/workloads/stop")).status).toBe(202);
  expect(removed).toEqual(["stop"]);
});

test("CT-03 an expected failure is its line, an unforeseen one says nothing about itself and is reported", async () => {
  const broken = new Error("password is hunter2");
  const { app, unexpected } = setup({
    listWorkloads: () => {
      throw new AppError("not_found", 'group "x"\nnot found', { hint: "create it" });
    },
    stopWorkloads: () => {
      throw broken;
    },
  });
  const expected = await send(app, "GET", "/api/v1beta/workloads");
  expect(expected.status).toBe(404);
  expect(expected.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await expected.text()).toBe('group "x" not found; create it\n');

  const unforeseen = await send(app, "POST", "/api/v1beta/workloads/stop", '{"group":"a"}');
  expect(unforeseen.status).toBe(500);
  expect(await unforeseen.text()).toBe(`internal server error (request ${unforeseen.headers.get("x-request-id")})\n`);
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
  ])("CT-03 the body %j is refused with one line", async (body, status, says) => {
    const response = await create(body);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(says);
    expect(text.trim().split("\n")).toHaveLength(1);
  });

  test("SV-07 a body that stops arriving is answered with 408", async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([123])) });
    const { app } = setup({}, { uploadMs: 5 });
    const init = { method: "POST", headers: LOCAL, body, duplex: "half" } as const;
    const response = await app.request("/api/v1beta/workloads", init);
    expect(response.status).toBe(408);
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.text()).toMatch(/^the body took longer.*\n$/);
  });

  test("a body that breaks off is the sender's fault", async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("reset")) });
    const init = { method: "POST", headers: LOCAL, body, duplex: "half" } as const;
    expect((await setup().app.request("/api/v1beta/workloads", init)).status).toBe(400);
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

test("CT-02 a call whose feature does not exist yet answers 501 with one line", async () => {
  const { app } = setup({
    listGroups: () => {
      throw notImplemented("GET /groups");
    },
  });
  const response = await send(app, "GET", "/api/v1beta/groups");
  expect(response.status).toBe(501);
  expect(await response.text()).toBe("GET /groups is not implemented yet\n");
});

test("SV-01 every answer has the request's id: the caller's own when it is sane, else one of ours", async () => {
  const { app, answered } = setup();
  const idOf = async (path: string, sent?: string, method = "GET"): Promise<string> => {
    const headers = { ...LOCAL, ...(sent !== undefined && { "x-request-id": sent }) };
    return (await app.request(path, { method, headers })).headers.get("x-request-id")!;
  };
  for (const [path, method] of [
    ["/health", "GET"],
    ["/nowhere", "GET"],
    ["/health", "PUT"],
    ["/api/doc", "GET"],
  ] as const) {
    expect(await idOf(path, "trace-7/ok", method)).toBe("trace-7/ok");
  }
  for (const sent of [undefined, "", "a b", "ä", "x".repeat(129), "a\tb"]) {
    expect(await idOf("/health", sent)).toMatch(/^[\da-f-]{36}$/);
  }
  expect(await idOf("/health", "x".repeat(128))).toHaveLength(128);
  expect(answered.map(({ request_id }) => request_id)).toContain("trace-7/ok");
});

test("SV-02 every answer forbids guessing its type, embedding it elsewhere and keeping it", async () => {
  const { app } = setup();
  for (const [method, path] of [
    ["GET", "/health"],
    ["GET", "/api/openapi.json"],
    ["GET", "/nowhere"],
    ["HEAD", "/health"],
  ] as const) {
    const { headers } = await send(app, method, path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("SV-04 a call is logged by its place in the route table, never by what was sent", async () => {
  const { app, answered } = setup({ getWorkloadLogs: () => "" });
  await send(app, "GET", "/api/v1beta/workloads/canary1/logs?token=canary2");
  await send(app, "GET", "/canary3");
  expect(answered).toMatchObject([
    { method: "GET", route: "/api/v1beta/workloads/{name}/logs", status: 200, ms: expect.any(Number) },
    { method: "GET", route: "-", status: 404 },
  ]);
  expect(JSON.stringify(answered)).not.toContain("canary");
});

test("SV-07 a call that takes too long is answered in time and told to stop", async () => {
  let told: AbortSignal | undefined;
  const { app } = setup(
    {
      listGroups: ({ signal }) => {
        told = signal;
        return new Promise(() => undefined);
      },
    },
    { callMs: 5 },
  );
  const response = await send(app, "GET", "/api/v1beta/groups");
  expect(response.status).toBe(504);
  expect(await response.text()).toMatch(/^the call took longer than 0.005 seconds.*\n$/);
  expect(told?.aborted).toBe(true);
});

test("a caller that goes away is no failure of ours", async () => {
  const caller = new AbortController();
  const { app, unexpected, answered } = setup({
    listGroups: ({ signal }) => {
      caller.abort(new Error("gone"));
      throw signal.reason;
    },
  });
  await app.request("/api/v1beta/groups", { headers: LOCAL, signal: caller.signal });
  expect(unexpected).toEqual([]);
  expect(answered).toMatchObject([{ status: 499 }]);
});

test("text of an answer cannot end an element of a page it is put into", async () => {
  const { app } = setup({ getVersion: () => ({ version: "</script><b>&\u2028" }) });
  const text = await (await send(app, "GET", "/api/v1beta/version")).text();
  expect(text).toBe('{"version":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026\\u2028"}\n');
});

test("on a unix socket any name will do, but no page may call", async () => {
  const handlers = systemHandlers({ version: "v1" }) as Handlers;
  const app = createApp({ handlers, bindHost: undefined, onUnexpected: () => undefined });
  expect((await app.request("/health", { headers: { host: "anything" } })).status).toBe(204);
  expect((await app.request("/health", { headers: { origin: "http://localhost" } })).status).toBe(403);
});
