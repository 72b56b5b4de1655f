import { rm } from "node:fs/promises";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { expect, test } from "vitest";
import { call, create, find, list, until, untilGone, untilStatus } from "./api.ts";
import { callText, connect, withOneRetry } from "./client.ts";
import { freshHome, startDaemon } from "./daemon.ts";
import { containersOf, docker, instanceOf, networksOf } from "./docker.ts";

const WORKLOADS = "/api/v1beta/workloads";

test("PX-09 a session outlives the daemon that issued it, and the server process too", async () => {
  const home = await freshHome();
  let daemon = await startDaemon({ home });
  await create(daemon, { name: "kept", image: FIXTURES.memory });
  const { url } = (await untilStatus(daemon, "kept", "running"))!;
  await using client = await connect(url, "streamable-http");
  const entities = [{ name: "Grace", entityType: "person", observations: ["found a bug"] }];
  await callText(client, "create_entities", { entities });
  const processOf = (container: string): string => docker("inspect", "-f", "{{.State.Pid}}", container);
  const before = processOf(containersOf(daemon, "kept")[0]!);

  await daemon.end("SIGKILL");
  daemon = await startDaemon({ home });

  const found = await withOneRetry(() => callText(client, "search_nodes", { query: "Grace" }));
  expect(found).toContain("found a bug");
  expect(containersOf(daemon, "kept").map(processOf)).toEqual([before]);
  await call(daemon, "DELETE", `${WORKLOADS}/kept`);
  await untilGone(daemon, "kept");
  await daemon.end("SIGTERM");
  await rm(home, { recursive: true, force: true });
});

test("AD-02 our orphans are removed at start, other containers are not touched", async () => {
  const home = await freshHome();
  const first = await startDaemon({ home });
  await first.end("SIGTERM");
  const run = (...labels: string[]): string =>
    docker("run", "-d", ...labels.flatMap((label) => ["--label", label]), FIXTURES.silent);
  const orphan = run(
    "toolhaven=true",
    `toolhaven-instance=${instanceOf(home)}`,
    "toolhaven-name=lost",
    "toolhaven-revision=1",
  );
  const strangers = [run("toolhaven=true", "toolhaven-instance=another"), run("unrelated=yes")];

  await using daemon = await startDaemon({ home });
  await until(daemon, "lost", () => !docker("ps", "-aq", "--no-trunc").includes(orphan));

  for (const stranger of strangers) {
    expect(docker("inspect", "-f", "{{.State.Status}}", stranger)).toBe("running");
    docker("rm", "-f", stranger);
  }
  await rm(home, { recursive: true, force: true });
});

test("a container removed behind our back is made again, with the same address", async () => {
  await using daemon = await startDaemon();
  const { port } = await create(daemon, { name: "robbed", image: FIXTURES.echo });
  await untilStatus(daemon, "robbed", "running");
  const [before] = containersOf(daemon, "robbed");

  docker("rm", "-f", before!);
  const isAnother = (): boolean => containersOf(daemon, "robbed").some((container) => container !== before);
  const back = await until(daemon, "robbed", (workload) => workload?.status === "running" && isAnother());

  expect(back?.port).toBe(port);
  await using client = await connect(back!.url, "streamable-http");
  expect(await callText(client, "echo", { message: "back" })).toBe("back");
  await call(daemon, "DELETE", `${WORKLOADS}/robbed`);
  await untilGone(daemon, "robbed");
});

test("a network pruned while the workload was stopped is made again", async () => {
  await using daemon = await startDaemon();
  await create(daemon, { name: "pruned", image: FIXTURES.echo });
  await untilStatus(daemon, "pruned", "running");
  await call(daemon, "POST", `${WORKLOADS}/pruned/stop`);
  await untilStatus(daemon, "pruned", "stopped");
  for (const network of networksOf(daemon)) docker("network", "rm", network);

  await call(daemon, "POST", `${WORKLOADS}/pruned/restart`);
  const { url } = (await untilStatus(daemon, "pruned", "running"))!;
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "back" })).toBe("back");
  await call(daemon, "DELETE", `${WORKLOADS}/pruned`);
  await untilGone(daemon, "pruned");
});

test("a stopped workload stays stopped over a restart of the daemon and keeps its port", async () => {
  const home = await freshHome();
  let daemon = await startDaemon({ home });
  const { port } = await create(daemon, { name: "asleep", image: FIXTURES.echo });
  await untilStatus(daemon, "asleep", "running");
  await call(daemon, "POST", `${WORKLOADS}/asleep/stop`);
  await untilStatus(daemon, "asleep", "stopped");
  await daemon.end("SIGTERM");

  daemon = await startDaemon({ home });
  expect((await untilStatus(daemon, "asleep", "stopped"))?.port).toBe(port);
  await call(daemon, "POST", `${WORKLOADS}/asleep/restart`);
  expect((await untilStatus(daemon, "asleep", "running"))?.port).toBe(port);
  await call(daemon, "DELETE", `${WORKLOADS}/asleep`);
  await untilGone(daemon, "asleep");
  await daemon.end("SIGTERM");
  await rm(home, { recursive: true, force: true });
});

test("AD-03 without an engine the server starts, answers, and says in one line what is missing", async () => {
  await using daemon = await startDaemon({ env: { DOCKER_HOST: "unix:///nowhere/engine.sock" } });
  expect(await call(daemon, "GET", "/health")).toMatchObject({ status: 204 });
  expect(await list(daemon)).toEqual([]);

  const reply = await call(daemon, "POST", WORKLOADS, { name: "none", image: FIXTURES.echo });

  expect(reply.status).toBe(503);
  expect(reply.body.trim()).toMatch(/nowhere\/engine\.sock/);
  expect(reply.body.trim()).not.toContain("\n");
  expect(await find(daemon, "none")).toBeUndefined();
});
