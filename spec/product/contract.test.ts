import type { Socket } from "node:net";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OperationId } from "@toolhaven/contract/routes";
import { waitUntil } from "@toolhaven/engine/wait";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "./api.ts";
import { ownDocument } from "../contract/document.ts";
import { clientScenarios } from "./contract/client-scenarios.ts";
import { groupScenarios } from "./contract/group-scenarios.ts";
import { registryScenarios } from "./contract/registry-scenarios.ts";
import type { Scenario, Step, World } from "./contract/scenario.ts";
import { secretScenarios } from "./contract/secret-scenarios.ts";
import { answerOf, createWalker, exchange, pathOf, stall, type Walker } from "./contract/walker.ts";
import { workloadScenarios } from "./contract/workload-scenarios.ts";
import { type Daemon, freshHome, startDaemon } from "./daemon.ts";

/** Families whose calls are documented and not there yet. */
const NOT_YET: ReadonlySet<string> = new Set([]);

/** Documented answers nobody sees here, and why. `*` is every call. */
const NOT_SEEN: ReadonlyArray<readonly [call: OperationId | "*", status: number, why: string]> = [
  ["*", 401, "no authentication can be switched on yet"],
  ["*", 500, "a fault of ours; server/src/app.test.ts shows its form"],
  ["*", 504, "takes a minute; server/src/app.test.ts shows it with a shorter one"],
  ["createWorkload", 501, "what is unfinished changes; spec/product/bad-input.test.ts follows it"],
  ["editWorkload", 501, "as for createWorkload"],
  ["listSecrets", 405, "every provider there is can list"],
];

const system: Scenario = {
  family: "system",
  title: "the server tells of itself",
  steps: [
    { call: "getHealth", status: 204 },
    { call: "getVersion", status: 200 },
    { call: "getOpenApi", status: 200, says: { openapi: "3.1.0" } },
  ],
};
const SCENARIOS = [
  system,
  ...workloadScenarios,
  ...groupScenarios,
  ...clientScenarios,
  ...registryScenarios,
  ...secretScenarios,
];

const operations = [...ownDocument().operations.values()];
const withBody = operations.filter(({ requestBody }) => requestBody);
const withPath = operations.filter(({ path }) => path.includes("{"));

let daemon: Daemon;
let walker: Walker;
let world: World;
/** Calls whose bodies never come. They wait for half a minute, so they start first and are looked at last. */
let stalled: Map<string, Socket>;

beforeAll(async () => {
  const home = await freshHome();
  world = { registryFile: join(home, "registry.json"), otherFile: join(home, "other.json") };
  await writeFile(world.registryFile, JSON.stringify(REGISTRY));
  await writeFile(world.otherFile, `{"hello":"world"}`);
  daemon = await startDaemon({ env: { HOME: home, TOOLHAVEN_SECRETS_PASSWORD: "walking" } });
  walker = await createWalker(daemon);
  stalled = new Map();
  for (const operation of withBody) stalled.set(operation.operationId, await stall(daemon, operation));
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

const REGISTRY = {
  version: "9.8.7",
  last_updated: "2025-10-13T00:18:49Z",
  servers: {
    walker: {
      description: "A server that walks about.",
      image: "thv-fixture/everything:latest",
      status: "Active",
      tier: "Community",
      tools: ["echo"],
      transport: "stdio",
    },
  },
};

describe.each(SCENARIOS.filter(({ family }) => !NOT_YET.has(family)))("SV-14 $family: $title", ({ steps }) => {
  test.each(steps)("$call: $status", async (step) => {
    await ready(step);
    const { call, params, query, status, says } = step;
    const body = typeof step.body === "function" ? step.body(world) : step.body;
    const reply = await walker.call(call, {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(reply).toMatchObject({ status, faults: [] });
    expect(reply.body).toMatch(says instanceof RegExp ? says : /^/);
    expect({ json: jsonIn(reply.body) }).toMatchObject(says && !(says instanceof RegExp) ? { json: says } : {});
  });
});

async function ready({ after }: Step): Promise<void> {
  if (!after) return;
  const { name, status, group } = after;
  await until(daemon, name, (workload) => {
    if (!workload || status === "gone") return !workload && status === "gone";
    return (status ?? workload.status) === workload.status && (group ?? workload.group) === workload.group;
  });
}

const jsonIn = (body: string): unknown => (/^[[{]/.test(body) ? JSON.parse(body) : undefined);

test.each(operations)(
  "SV-14 $operationId: 403 under a foreign name, and from a foreign page",
  async ({ operationId }) => {
    for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
      const reply = await walker.call(operationId as OperationId, { headers });
      expect(reply).toMatchObject({ status: 403, faults: [] });
    }
  },
);

test.each(withBody)("SV-14 $operationId: 413 for a body over 1 MiB", async ({ operationId }) => {
  const reply = await walker.call(operationId as OperationId, { body: JSON.stringify({ name: "x".repeat(2 ** 20) }) });
  expect(reply).toMatchObject({ status: 413, faults: [] });
});

test.each(withPath)("SV-14 $operationId: 400 for a malformed escape", async (operation) => {
  const reply = await exchange(daemon, { method: operation.method, path: pathOf(operation, {}, "%zz"), body: "{}" });
  expect(reply.status).toBe(400);
  expect(walker.check(operation, reply)).toEqual([]);
});

async function untilClosing(server: Daemon): Promise<void> {
  const isClosing = async (): Promise<boolean> =>
    (await exchange(server, { method: "GET", path: "/health" })).status === 503;
  await waitUntil(isClosing, { signal: AbortSignal.timeout(20_000), everyMs: 20 });
}

describe("a server that shuts down", () => {
  let closing: Daemon;
  let held: Socket;
  let exitCode: Promise<number | null>;
  beforeAll(async () => {
    closing = await startDaemon();
    held = await stall(closing, withBody[0]!);
    exitCode = closing.end("SIGTERM");
    await untilClosing(closing);
  });

  test.each(operations)("SV-08 SV-14 $operationId: 503", async ({ operationId }) => {
    const reply = await walker.call(operationId as OperationId, {}, closing);
    expect(reply).toMatchObject({ status: 503, faults: [] });
    expect(reply.headers.get("connection")).toBe("close");
  });

  test("SV-08 finishes what runs, then ends well", async () => {
    held.end("12345678");
    expect(await answerOf(held)).toMatchObject({ status: 400 });
    expect(await exitCode).toBe(0);
  });

  test("SV-08 ends at once, and not well, when told a second time", async () => {
    const stubborn = await startDaemon();
    const socket = await stall(stubborn, withBody[0]!);
    const first = stubborn.end("SIGTERM");
    await untilClosing(stubborn);
    let isEnded = false;
    void first.then(() => (isEnded = true));
    // A signal right after the first counts as the same one.
    await waitUntil(() => isEnded || !process.kill(stubborn.pid, "SIGINT"), {
      signal: AbortSignal.timeout(20_000),
      everyMs: 50,
    });
    expect(await first).toBe(130);
    socket.destroy();
  });
});

test.each(withBody)("SV-07 SV-14 $operationId: 408 for a body that does not come", async (operation) => {
  const reply = await answerOf(stalled.get(operation.operationId)!);
  expect(reply.status).toBe(408);
  expect(walker.check(operation, reply)).toEqual([]);
});

test("SV-14 every documented answer was given, but for those with a reason", () => {
  const isExcused = (call: string, status: string): boolean =>
    NOT_SEEN.some(([id, code]) => (id === "*" || id === call) && String(code) === status);
  const documented = [...walker.document.operations.values()]
    .filter(({ path }) => ![...NOT_YET].some((family) => path.includes(family)))
    .flatMap(({ operationId, responses }) => Object.keys(responses).map((status) => [operationId, status] as const));
  const missing = documented.filter(
    ([call, status]) => !isExcused(call, status) && !walker.given.has(`${call} ${status}`),
  );
  expect(missing.map((pair) => pair.join(" "))).toEqual([]);
  const stale = NOT_SEEN.filter(([call, status]) => walker.given.has(`${call} ${status}`));
  expect(stale).toEqual([]);
});
