import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Workload } from "@toolhaven/contract/workload";
import { WorkloadName } from "@toolhaven/contract/workload-name";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mood, request, setup, until } from "./engine-fixture.ts";
import type { Engine } from "./open-engine.ts";
import type { MemoryEngine } from "./runtime/memory.ts";
import type { ContainerSummary } from "./runtime/runtime.ts";
import { waitUntil } from "./wait.ts";
import { LABEL } from "./workloads/labels.ts";

const { signal } = new AbortController();
const named = (text: string): WorkloadName => WorkloadName.parse(text);

test("a create that fails on the way leaves no container, no port and no name behind", async () => {
  const { folder, memory, open } = await setup();
  await using engine = await open();
  memory.fail("findImage", new Error("the engine stumbled"));

  await expect(engine.workloads.create(request("a"), { signal })).rejects.toThrow("the engine stumbled");

  expect(engine.workloads.list({ all: true })).toEqual([]);
  expect(await readdir(join(folder, PRODUCT.prefix, "workloads"))).toEqual([]);
  expect(await memory.runtime().list({})).toEqual([]);
});

test("a container that cannot be made is an error with the engine's words", async () => {
  const { memory, open } = await setup();
  await using engine = await open();
  for (let tries = 0; tries < 10; tries += 1) memory.fail("create", new Error("no room for containers"));

  await engine.workloads.create(request("a"), { signal });
  const failed = await until(engine, "a", "error");
  expect(failed?.status_context).toMatch(/no room for containers 6 times in a row/);
});

test("an image that always fails spends its budget, and a better one brings the workload up", async () => {
  const { open } = await setup();
  await using engine = await open();
  await engine.workloads.create(request("a", "broken:1"), { signal });
  expect((await until(engine, "a", "error"))?.status_context).toMatch(/exited with code 7 6 times in a row/);

  const { name: _, ...wishes } = request("a");
  await engine.workloads.edit(named("a"), wishes, { signal });
  await until(engine, "a", "running");
});

test("a wish that comes while another is under way wins", async () => {
  const { memory, open } = await setup();
  await using engine = await open();
  await engine.workloads.create(request("a"), { signal });
  await engine.workloads.stop(named("a"));
  await engine.workloads.restart(named("a"));
  await engine.workloads.remove(named("a"));
  await until(engine, "a", undefined);
  expect(await memory.runtime().list({})).toEqual([]);
  expect(await memory.runtime().listNetworks({})).toEqual([]);
});

test("ports of stopped workloads stay theirs", async () => {
  const { open } = await setup();
  await using engine = await open();
  const { port } = await engine.workloads.create(request("a"), { signal });
  await engine.workloads.stop(named("a"));
  await until(engine, "a", "stopped");

  await expect(engine.workloads.create({ ...request("b"), proxy_port: port }, { signal })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining('workload "a"'),
  });
});

test("WL-14 a server that stops answering pings is unhealthy, with the reason, until it answers again", async () => {
  const { open } = await setup();
  await using engine = await open();
  const { port } = await engine.workloads.create(request("a", "moody:1"), { signal });
  const initialize = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body: JSON.stringify(initialize) });
  await until(engine, "a", "running");

  mood.isGood = false;
  const ill = await until(engine, "a", "unhealthy");
  expect(ill?.status_context).toMatch(/answer/);
  mood.isGood = true;
  await until(engine, "a", "running");
});

/** Things that happen to an engine, in any order and at any moment. */
const happenings = fc.array(
  fc.record({
    what: fc.constantFrom(
      "create",
      "stop",
      "restart",
      "remove",
      "edit",
      "crash",
      "steal",
      "fail",
      "away",
      "back",
      "reopen",
      "wait",
    ),
    whom: fc.constantFrom("a", "b", "c"),
    turns: fc.nat({ max: 20 }),
  }),
  { minLength: 1, maxLength: 25 },
);

test(
  "AD-01 whatever happens, in the end every workload is as wished, with one container of its newest revision",
  { timeout: 120_000 },
  async () => {
    /** How many workloads ran at the ends: a world where everything is in error would prove nothing. */
    let running = 0;
    await fc.assert(
      fc.asyncProperty(happenings, async (steps) => {
        const { memory, open } = await setup();
        const world = { engine: await open(), memory, open };
        const wishes = new Map<string, "running" | "stopped">();
        for (const whom of ["a", "b"]) await happen("create", whom, { world, wishes });
        for (const { what, whom, turns } of steps) {
          await happen(what, whom, { world, wishes });
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        memory.comeBack();
        running += await settled(world, wishes);
        await world.engine[Symbol.asyncDispose]();
      }),
      { numRuns: 150 },
    );
    expect(running).toBeGreaterThan(75);
  },
);

interface World {
  engine: Engine;
  readonly memory: MemoryEngine;
  readonly open: () => Promise<Engine>;
}

async function happen(
  what: string,
  whom: string,
  { world, wishes }: { world: World; wishes: Map<string, "running" | "stopped"> },
): Promise<void> {
  const { workloads } = world.engine;
  const { name: _, ...edited } = request(whom);
  const containers = await world.memory
    .runtime()
    .list({})
    .catch(() => []);
  const victim = containers.find(({ labels }) => labels[LABEL.name] === whom);
  const done = (promise: Promise<unknown>, onSuccess: () => unknown): Promise<unknown> =>
    promise.then(onSuccess, () => undefined);
  switch (what) {
    case "create":
      return void (await done(workloads.create(request(whom), { signal }), () => wishes.set(whom, "running")));
    case "stop":
      return void (await done(workloads.stop(named(whom)), () => wishes.has(whom) && wishes.set(whom, "stopped")));
    case "restart":
      return void (await done(workloads.restart(named(whom)), () => wishes.has(whom) && wishes.set(whom, "running")));
    case "remove":
      return void (await done(workloads.remove(named(whom)), () => wishes.delete(whom)));
    case "edit":
      return void (await done(workloads.edit(named(whom), edited, { signal }), () => undefined));
    case "crash":
      return victim && world.memory.crash(victim.id, 9);
    case "steal":
      return victim && world.memory.runtime().remove(victim.id);
    case "fail":
      return world.memory.fail(whom === "a" ? "create" : whom === "b" ? "attach" : "start", new Error("hiccup"));
    case "away":
      return world.memory.goAway();
    case "back":
      return world.memory.comeBack();
    case "reopen":
      await world.engine[Symbol.asyncDispose]();
      world.engine = await world.open();
      return undefined;
    default:
      return undefined;
  }
}

/**
 * Waits until everything is as wished. Workloads in error are those whose budget the happenings spent; they are
 * left out. Answers how many run.
 */
async function settled({ engine, memory }: World, wishes: ReadonlyMap<string, string>): Promise<number> {
  let wrong: string[] = [];
  let running = 0;
  const isSettled = async (): Promise<boolean> => {
    const workloads = engine.workloads.list({ all: true });
    const containers = await memory.runtime().list({});
    const known = new Set(workloads.map(({ name }) => name as string));
    wrong = [
      ...workloads.flatMap((workload) => complaints(workload, { containers, wish: wishes.get(workload.name) })),
      ...[...wishes.keys()].filter((name) => !known.has(name)).map((name) => `${name} is lost`),
      ...containers
        .filter(({ labels }) => !known.has(labels[LABEL.name] ?? ""))
        .map(({ name }) => `${name} is an orphan`),
    ];
    running = workloads.filter(({ status }) => status === "running").length;
    return wrong.length === 0;
  };
  await waitUntil(isSettled, { signal: AbortSignal.timeout(5000), everyMs: 3 }).catch(() => undefined);
  expect(wrong).toEqual([]);
  return running;
}

function complaints(
  { name, status }: Workload,
  { containers, wish = "gone" }: { containers: readonly ContainerSummary[]; wish: string | undefined },
): string[] {
  if (status === "error" && wish === "running") return [];
  const own = containers.filter(({ labels }) => labels[LABEL.name] === name);
  const isRight = own.length === 1 && own[0]?.state === "running";
  if (status !== wish) return [`${name} is ${status}, not ${wish}`];
  if (wish === "running" && !isRight)
    return [`${name} has ${own.map(({ state }) => state).join(", ") || "no container"}`];
  return own.length > 1 ? [`${name} has ${own.length} containers`] : [];
}
