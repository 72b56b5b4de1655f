import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { startHttpServer } from "@toolhaven/fixtures/start-http-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, find, until, untilGone, untilStatus } from "./api.ts";
import { callText, connect } from "./client.ts";
import { type Daemon, freshHome, startDaemon } from "./daemon.ts";

const WORKLOADS = "/api/v1beta/workloads";
const env = { TOOLHAVEN_SECRETS_PASSWORD: "correct horse" };

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon({ env });
});
afterAll(() => daemon[Symbol.asyncDispose]());

/** Passes everything on and keeps the headers it saw. */
async function openWitness(target: URL): Promise<AsyncDisposable & { url: string; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    seen.push(req.headers);
    const passed = request(new URL(req.url!, target), { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    passed.on("error", () => res.destroy());
    res.on("close", () => passed.destroy());
    req.pipe(passed);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

test.each(["streamable-http", "sse"] as const)(
  "WL-15 a remote server that speaks %s is used like any other",
  async (transport) => {
    await using server = await startHttpServer("conformance", transport);
    const { name } = await create(daemon, { name: "far", url: server.url.href, transport });
    const workload = await untilStatus(daemon, name, "running");
    expect(workload).toMatchObject({ package: "remote", remote: true, tool_type: "mcp", transport_type: transport });

    await using client = await connect(workload!.url, transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    expect((await call(daemon, "GET", `${WORKLOADS}/far/logs`)).status).toBe(404);
    const details = JSON.parse((await call(daemon, "GET", `${WORKLOADS}/far`)).body) as object;
    expect(details).toMatchObject({ remote_url: server.url.href, url: workload!.url });

    await call(daemon, "DELETE", `${WORKLOADS}/far`);
    await untilGone(daemon, "far");
  },
);

test("WL-16 headers reach the remote server, secret ones included, and their values are nowhere else", async () => {
  await using server = await startHttpServer("echo", "streamable-http");
  await using witness = await openWitness(server.url);
  await call(daemon, "POST", "/api/v1beta/secrets", { provider_type: "encrypted" });
  await call(daemon, "POST", "/api/v1beta/secrets/default/keys", { key: "far-key", value: "canary-4711" });
  const headers = [
    { name: "X-API-Key", required: true, secret: true },
    { name: "X-Region", default: "eu" },
  ];

  const without = await call(daemon, "POST", WORKLOADS, { name: "keyed", url: witness.url, headers });
  expect(without.status).toBe(400);
  expect(without.body).toContain("X-API-Key");

  await create(daemon, {
    name: "keyed",
    url: witness.url,
    headers,
    secrets: [{ name: "far-key", target: "X_API_KEY" }],
  });
  const { url } = (await untilStatus(daemon, "keyed", "running"))!;
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "hi" })).toBe("hi");
  const calls = witness.seen.filter((seen) => seen["x-region"] !== undefined);
  expect(calls.length).toBeGreaterThan(1);
  for (const seen of calls) expect(seen).toMatchObject({ "x-api-key": "canary-4711", "x-region": "eu" });

  for (const path of ["", "/export"]) {
    expect((await call(daemon, "GET", `${WORKLOADS}/keyed${path}`)).body).not.toContain("canary");
  }
  expect(daemon.log()).not.toContain("canary");
  await call(daemon, "DELETE", `${WORKLOADS}/keyed`);
  await untilGone(daemon, "keyed");
});

test("WL-15 a remote workload stops, restarts, survives a kill of the server, and needs no container engine", async () => {
  const home = await freshHome();
  await using server = await startHttpServer("echo", "streamable-http");
  await using first = await startDaemon({ home });
  await create(first, { name: "lasting", url: server.url.href });
  const { url } = (await untilStatus(first, "lasting", "running"))!;
  await call(first, "POST", `${WORKLOADS}/lasting/stop`);
  await untilStatus(first, "lasting", "stopped");
  await expect(fetch(url)).rejects.toThrow();
  await call(first, "POST", `${WORKLOADS}/lasting/restart`);
  await untilStatus(first, "lasting", "running");

  await first.end("SIGKILL");
  await using second = await startDaemon({ home, env: { DOCKER_HOST: "unix:///nowhere/engine.sock" } });
  await untilStatus(second, "lasting", "running");
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "still here" })).toBe("still here");
  await call(second, "DELETE", `${WORKLOADS}/lasting`);
  await untilGone(second, "lasting");
  await rm(home, { recursive: true, force: true });
});

test("WL-15 a remote server that cannot be reached is unhealthy with the reason, and well when it comes", async () => {
  const spare = createServer();
  await once(spare.listen(0, "127.0.0.1"), "listening");
  const { port } = spare.address() as { port: number };
  await spare[Symbol.asyncDispose]();

  await create(daemon, { name: "absent", url: `http://127.0.0.1:${port}/mcp` });
  const ill = await untilStatus(daemon, "absent", "unhealthy");
  expect(ill?.status_context).toContain("ECONNREFUSED");

  const late = createServer((_, res) => res.writeHead(405).end());
  await once(late.listen(port, "127.0.0.1"), "listening");
  await untilStatus(daemon, "absent", "running");
  await call(daemon, "DELETE", `${WORKLOADS}/absent`);
  await untilGone(daemon, "absent");
  late.closeAllConnections();
  await late[Symbol.asyncDispose]();
});

test("WL-16 what means nothing for a remote server is refused by its name, and nothing is left behind", async () => {
  const url = "http://127.0.0.1:9/mcp";
  for (const [field, value] of [
    ["volumes", ["/tmp:/data"]],
    ["cmd_arguments", ["--x"]],
    ["target_port", 3000],
    ["permission_profile", { name: "none" }],
    ["env_vars", { LANG: "en" }],
  ] as const) {
    const reply = await call(daemon, "POST", WORKLOADS, { name: "odd", url, [field]: value });
    expect({ field, status: reply.status }).toEqual({ field, status: 400 });
    expect(reply.body).toContain(field);
  }
  expect(await find(daemon, "odd")).toBeUndefined();
});

test("WL-17 tools are chosen, renamed and changed again without losing the session", async () => {
  await using server = await startHttpServer("conformance", "streamable-http");
  const wishes = {
    url: server.url.href,
    tools: ["say"],
    tools_override: { test_simple_text: { name: "say", description: "Says it." } },
  };
  await create(daemon, { name: "chosen", ...wishes });
  const { url } = (await untilStatus(daemon, "chosen", "running"))!;
  await using client = await connect(url, "streamable-http");
  expect((await client.listTools()).tools).toMatchObject([{ name: "say", description: "Says it." }]);
  expect(await callText(client, "say")).toContain("text");
  await expect(client.callTool({ name: "test_simple_text" })).rejects.toThrow(/test_simple_text/);

  await call(daemon, "POST", `${WORKLOADS}/chosen/edit`, { url: server.url.href, tools: [], tools_override: {} });
  await until(daemon, "chosen", (workload) => workload?.status === "running" && workload.tools.length === 0);
  expect((await client.listTools()).tools.length).toBeGreaterThan(3);
  await call(daemon, "DELETE", `${WORKLOADS}/chosen`);
  await untilGone(daemon, "chosen");
});
