import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { expect, test } from "vitest";
import { find, request, setup, until } from "./engine-fixture.ts";
import { waitUntil } from "./wait.ts";

const { signal } = new AbortController();

test("GR-03 a workload that moves to another group goes on running in the same container", async () => {
  const { memory, open } = await setup();
  await using engine = await open();
  await engine.groups.create("web");
  await engine.workloads.create({ ...request("a"), group: "web" }, { signal });
  await until(engine, "a", "running");
  const before = await memory.runtime().list({});

  await engine.groups.remove("web", { withWorkloads: false, signal });

  expect(find(engine, "a")).toMatchObject({ group: "default", status: "running" });
  expect(await memory.runtime().list({})).toEqual(before);
});

test("GR-03 a group deleted with its workloads answers when they are gone", async () => {
  const { memory, open } = await setup();
  await using engine = await open();
  await engine.groups.create("web");
  await engine.workloads.create({ ...request("a"), group: "web" }, { signal });
  await engine.workloads.create({ ...request("b"), group: "web" }, { signal });
  await engine.workloads.create(request("c"), { signal });

  await engine.groups.remove("web", { withWorkloads: true, signal });

  expect(engine.workloads.list({ all: true }).map(({ name }) => name)).toEqual(["c"]);
  await waitUntil(async () => (await memory.runtime().list({})).length === 1, {
    signal: AbortSignal.timeout(5000),
    everyMs: 2,
  });
});

test("GR-03 a workload whose group is unknown at start is in the default group", async () => {
  const { folder, open } = await setup();
  {
    await using engine = await open();
    await engine.groups.create("web");
    await engine.workloads.create({ ...request("a"), group: "web" }, { signal });
  }
  await rm(join(folder, PRODUCT.prefix, "groups", "web.json"));
  await using engine = await open();
  expect(find(engine, "a")).toMatchObject({ group: "default" });
});
