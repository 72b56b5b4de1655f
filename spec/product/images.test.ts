import { openRegistry } from "@toolhaven/engine/runtime/registry-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, list, until, untilGone, untilStatus } from "./api.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { containersOf, docker } from "./docker.ts";

const WORKLOADS = "/api/v1beta/workloads";

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

test("WL-03 create answers while the image is still coming, and the status tells how far it is", async () => {
  let openGate!: () => void;
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  await using registry = await openRegistry({ images: { "tools/slow:1": [3_000_000, 1000] }, gate });
  const image = `${registry.host}/tools/slow:1`;

  await create(daemon, { name: "coming", image });
  const pulling = await until(daemon, "coming", (workload) => /layer \d of \d/.test(workload?.status_context ?? ""));
  expect(pulling?.status).toBe("starting");
  expect(pulling?.status_context).toContain(image);
  openGate();

  // The image has nothing to run: what the engine says about that becomes the status.
  const failed = await untilStatus(daemon, "coming", "error");
  expect(failed?.status_context).toMatch(/command/i);
  expect(containersOf(daemon)).toEqual([]);
  await call(daemon, "DELETE", `${WORKLOADS}/coming`);
  await untilGone(daemon, "coming");
  docker("rmi", image);
});

test("a workload can be deleted while its image is still coming", async () => {
  await using registry = await openRegistry({
    images: { "tools/never:1": [3_000_000] },
    gate: new Promise<void>(() => undefined),
  });
  await create(daemon, { name: "unwanted", image: `${registry.host}/tools/never:1` });
  await until(daemon, "unwanted", (workload) => /layer/.test(workload?.status_context ?? ""));
  await call(daemon, "DELETE", `${WORKLOADS}/unwanted`);
  await untilGone(daemon, "unwanted");
});

test("BI-01 an image that a registry does not know, or does not give, is refused and says which", async () => {
  await using registry = await openRegistry({ images: { "tools/secret:1": [1000] }, locked: ["tools/secret"] });
  for (const [name, reason] of [
    ["tools/missing:1", /does not know|not found/],
    ["tools/secret:1", /refused|password|denied/],
  ] as const) {
    const reply = await call(daemon, "POST", WORKLOADS, { name: "bad", image: `${registry.host}/${name}` });
    expect(reply.status).toBe(404);
    expect(reply.body).toMatch(reason);
    expect(await list(daemon)).toEqual([]);
  }
});
