import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, find, list, until, untilGone, untilStatus } from "./api.ts";
import { callText, connect, withOneRetry } from "./client.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { containersOf as containersOfDaemon, docker, networksOf } from "./docker.ts";

const WORKLOADS = "/api/v1beta/workloads";
const image = FIXTURES.echo;

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  for (const { name } of await list(daemon)) await remove(name);
  await daemon[Symbol.asyncDispose]();
});

async function remove(name: string): Promise<void> {
  await call(daemon, "DELETE", `${WORKLOADS}/${name}`);
  await untilGone(daemon, name);
}

const post = (path: string, body?: object) => call(daemon, "POST", `${WORKLOADS}${path}`, body);

const containersOf = (name: string): string[] => containersOfDaemon(daemon, name);

function inContainer(name: string, script: string): string {
  const [id] = containersOf(name);
  return docker("exec", id!, "sh", "-c", script);
}

test("WL-03 create answers with the name and a port that listens, and the status says what goes on", async () => {
  const reply = await post("", { name: "made", image });
  expect(reply.status).toBe(201);
  const { port } = JSON.parse(reply.body) as { port: number };
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  expect([200, 503]).toContain(health.status);

  const running = await untilStatus(daemon, "made", "running");
  expect(running).toMatchObject({ port, tool_type: "mcp", transport_type: "stdio", package: image, group: "default" });
  expect(running?.status_context).toMatch(/since \d{4}-\d\d-\d\dT/);
  expect(running?.url).toBe(`http://127.0.0.1:${port}/mcp`);
  await remove("made");
});

test("WL-04 the list shows what runs, with all=true also what does not, sorted by name", async () => {
  for (const name of ["b-runs", "a-stops"]) await create(daemon, { name, image });
  await untilStatus(daemon, "b-runs", "running");
  await untilStatus(daemon, "a-stops", "running");
  await post("/a-stops/stop");
  await untilStatus(daemon, "a-stops", "stopped");

  const names = async (query: string): Promise<string[]> =>
    (
      JSON.parse((await call(daemon, "GET", `${WORKLOADS}${query}`)).body) as { workloads: { name: string }[] }
    ).workloads.map(({ name }) => name);
  expect(await names("")).toEqual(["b-runs"]);
  expect(await names("?all=true")).toEqual(["a-stops", "b-runs"]);
  expect(await names("?all=true&group=default")).toEqual(["a-stops", "b-runs"]);
  expect(await call(daemon, "GET", `${WORKLOADS}?group=nowhere`)).toMatchObject({ status: 404 });
  await remove("a-stops");
  await remove("b-runs");
});

test("WL-05 WL-06 stop closes the address; restart brings the same address and the same session back", async () => {
  const { port } = await create(daemon, { name: "again", image });
  const { url } = (await untilStatus(daemon, "again", "running"))!;
  await using client = await connect(url, "streamable-http");
  await callText(client, "echo", { message: "one" });
  const session = client.transport?.sessionId;
  const [before] = containersOf("again");

  expect((await post("/again/stop")).status).toBe(202);
  await untilStatus(daemon, "again", "stopped");
  await expect(fetch(url)).rejects.toThrow();
  expect((await post("/again/restart")).status).toBe(202);
  await untilStatus(daemon, "again", "running");

  expect((await find(daemon, "again"))?.port).toBe(port);
  expect(await callText(client, "echo", { message: "two" })).toBe("two");
  expect(client.transport?.sessionId).toBe(session);
  expect(containersOf("again")).toEqual([before]);
  await remove("again");
});

test("WL-06 a restart of a running workload ends its process and starts another", async () => {
  await create(daemon, { name: "fresh", image });
  await untilStatus(daemon, "fresh", "running");
  const startedAt = (): string => docker("inspect", "-f", "{{.State.StartedAt}}", containersOf("fresh")[0]!);
  const before = startedAt();

  await post("/fresh/restart");
  await until(daemon, "fresh", (workload) => workload?.status === "running" && startedAt() !== before);

  expect(startedAt()).not.toBe(before);
  await remove("fresh");
});

test("WL-07 logs are the last 100 lines, stderr included, also after a stop", async () => {
  // The engine reads the two streams apart; the pause makes the order of arrival certain.
  const script = "for n in $(seq 1 150); do echo line $n; done; sleep 0.5; echo last words >&2; exec sleep 1000";
  await create(daemon, { name: "talks", image: FIXTURES.node, cmd_arguments: ["sh", "-c", script] });
  await untilStatus(daemon, "talks", "running");
  await post("/talks/stop");
  await untilStatus(daemon, "talks", "stopped");

  const response = await fetch(`${daemon.url}${WORKLOADS}/talks/logs`);
  expect(response.headers.get("content-type")).toBe("text/plain");
  const lines = (await response.text()).split("\n").filter(Boolean);
  expect(lines).toHaveLength(100);
  expect(lines).toContain("last words");
  expect(lines).toContain("line 150");
  expect(lines).not.toContain("line 50");
  await remove("talks");
});

test("WL-08 an edit goes over without a gap and keeps the address and the session", async () => {
  const { port } = await create(daemon, { name: "edited", image, env_vars: { COLOUR: "red" } });
  const { url } = (await untilStatus(daemon, "edited", "running"))!;
  await using client = await connect(url, "streamable-http");
  let isOver = false;
  const calling = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await withOneRetry(() => callText(client, "echo", { message: `${n}` }));
    }
  })();

  const reply = await post("/edited/edit", { image, env_vars: { COLOUR: "blue" } });
  expect(JSON.parse(reply.body)).toEqual({ name: "edited", port });
  await until(daemon, "edited", () => containersOf("edited").length === 2);
  await until(daemon, "edited", (workload) => workload?.status === "running" && containersOf("edited").length === 1);
  isOver = true;
  await calling;

  expect(inContainer("edited", "echo $COLOUR").trim()).toBe("blue");
  await remove("edited");
});

test("WL-08 an edit that cannot start is taken back, and the status says why", async () => {
  await create(daemon, { name: "kept", image });
  const { url } = (await untilStatus(daemon, "kept", "running"))!;

  expect((await post("/kept/edit", { image: FIXTURES.hostile, cmd_arguments: ["crash"] })).status).toBe(200);

  const kept = await until(daemon, "kept", (workload) => /taken back/.test(workload?.status_context ?? ""));
  expect(kept).toMatchObject({ status: "running", package: image });
  expect(kept?.status_context).toMatch(/exited with code 3/);
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "still here" })).toBe("still here");
  expect(containersOf("kept")).toHaveLength(1);
  await remove("kept");
});

test("an edit can move a workload to another port", async () => {
  const { port } = await create(daemon, { name: "moved", image });
  await untilStatus(daemon, "moved", "running");
  const target = port === 20_000 ? 20_001 : 20_000;

  expect(await post("/moved/edit", { image, proxy_port: target })).toMatchObject({ status: 200 });
  const moved = await until(daemon, "moved", (workload) => workload?.port === target && workload.status === "running");

  await using client = await connect(moved!.url, "streamable-http");
  expect(await callText(client, "echo", { message: "here" })).toBe("here");
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  await remove("moved");
});

test("WL-05 a delete right after the create leaves no container and no network", async () => {
  for (let n = 0; n < 5; n += 1) {
    await create(daemon, { name: "hasty", image });
    await remove("hasty");
    expect(containersOf("hasty")).toEqual([]);
    expect(networksOf(daemon)).toEqual([]);
  }
});

test("BI-02 an edit cannot take the port of another workload, not even of a stopped one", async () => {
  const { port } = await create(daemon, { name: "owner", image });
  await create(daemon, { name: "other", image });
  await post("/owner/stop");
  await untilStatus(daemon, "owner", "stopped");

  const reply = await post("/other/edit", { image, proxy_port: port });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatch(/"proxy_port".*"owner"/);
  expect((await find(daemon, "other"))?.port).not.toBe(port);
  await remove("owner");
  await remove("other");
});

test("WL-09 the export makes the same workload again", async () => {
  await create(daemon, { name: "exported", image, env_vars: { A: "1" }, cmd_arguments: ["--slow=0"] });
  const reply = await call(daemon, "GET", `${WORKLOADS}/exported/export`);
  expect(JSON.parse(reply.body)).toMatchObject({
    schema_version: "v0.1.0",
    name: "exported",
    image,
    transport: "stdio",
    proxy_mode: "streamable-http",
    cmd_args: ["--slow=0"],
    env_vars: { A: "1", MCP_TRANSPORT: "stdio" },
    isolate_network: true,
    group: "default",
  });
  await remove("exported");
});

test("WL-10 bulk calls stop, restart and delete what they name", async () => {
  for (const name of ["bulk-1", "bulk-2"]) await create(daemon, { name, image });
  for (const name of ["bulk-1", "bulk-2"]) await untilStatus(daemon, name, "running");
  expect((await post("/stop", { names: ["bulk-1", "bulk-2"] })).status).toBe(202);
  for (const name of ["bulk-1", "bulk-2"]) await untilStatus(daemon, name, "stopped");
  expect((await post("/restart", { group: "default" })).status).toBe(202);
  for (const name of ["bulk-1", "bulk-2"]) await untilStatus(daemon, name, "running");
  expect((await post("/delete", { group: "default" })).status).toBe(202);
  for (const name of ["bulk-1", "bulk-2"]) await untilGone(daemon, name);
});

test("WL-11 a server that exits again and again ends in error with its cause, and can be replaced", async () => {
  await create(daemon, { name: "loop", image: FIXTURES.hostile, cmd_arguments: ["exit-zero"] });
  const waiting = await until(daemon, "loop", (workload) => /starts again in/.test(workload?.status_context ?? ""));
  expect(waiting?.status_context).toMatch(/exited with code 0; starts again in \d+ s \(try \d of 5\)/);

  const failed = await untilStatus(daemon, "loop", "error");
  expect(failed?.status_context).toMatch(/exited with code 0 6 times in a row/);

  await create(daemon, { name: "loop", image });
  await untilStatus(daemon, "loop", "running");
  await remove("loop");
});

test("WL-12 a container has no capabilities, gains no privileges and has limits", async () => {
  await create(daemon, { name: "hard", image });
  await untilStatus(daemon, "hard", "running");
  const status = inContainer("hard", "cat /proc/1/status");
  expect(status).toMatch(/CapEff:\s+0000000000000000/);
  expect(status).toMatch(/NoNewPrivs:\s+1/);
  const limits = JSON.parse(docker("inspect", "-f", "{{json .HostConfig}}", containersOf("hard")[0]!)) as {
    Memory: number;
    NanoCpus: number;
    PidsLimit: number;
  };
  expect(limits.Memory).toBeGreaterThan(0);
  expect(limits.NanoCpus).toBeGreaterThan(0);
  expect(limits.PidsLimit).toBeGreaterThan(0);
  await remove("hard");
});

test("WL-13 a server whose profile allows nothing outbound has no network at all", async () => {
  await create(daemon, { name: "alone", image, permission_profile: { name: "none" } });
  await untilStatus(daemon, "alone", "running");
  expect(
    inContainer("alone", "cat /proc/net/dev")
      .split("\n")
      .filter((line) => line.includes(":")),
  ).toHaveLength(1);
  await remove("alone");
});

test("CT-01 the API describes itself", async () => {
  const reply = await call(daemon, "GET", "/api/openapi.json");
  const { openapi, paths } = JSON.parse(reply.body) as { openapi: string; paths: object };
  expect(openapi).toBe("3.1.0");
  expect(Object.keys(paths)).toContain("/api/v1beta/workloads/{name}/edit");
});

test("CT-02 a call that comes later answers 501 with one line", async () => {
  const reply = await call(daemon, "POST", "/api/v1beta/registry");
  expect(reply.status).toBe(501);
  expect(reply.body).toMatch(/^.+\n$/);
});
