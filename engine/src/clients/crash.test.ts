import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { openDocuments } from "../state/documents.ts";
import type { Clients } from "./clients.ts";
import { realDisk } from "./disk.ts";
import { cutAt, type Steps, watchedDisk, watchedDocuments } from "./failing-disk.ts";
import { FileRecord } from "./record.ts";
import { recordsIn } from "./records.ts";
import { createMachine, type TestMachine, workload } from "./test-machine.ts";

const CURSOR = '// hers\n{\n\t"mcpServers": {\n\t\t"fetch": { "command": "uvx" }, // mine\n\t},\n}';
const GOOSE = "# hers\nextensions: {}\n";

/** A life with everything in it: entries that replace, a file that was not there, moves, stops and the end. */
const LIFE: ReadonlyArray<(clients: Clients, machine: TestMachine) => Promise<unknown>> = [
  (clients) => clients.register(["Cursor", "Goose", "LMStudio"], ["default"]),
  (clients) => clients.register(["Cursor"], ["web"]),
  (clients, machine) => {
    machine.offered = [workload("fetch", 5001), workload("time", 5003), workload("memory", 4002, "web")];
    clients.sync();
    return clients.settled();
  },
  (clients, machine) => {
    machine.offered = [workload("memory", 4002, "web")];
    clients.sync();
    return clients.settled();
  },
  (clients) => clients.unregister(["Goose", "LMStudio"], []),
  (clients) => clients.unregisterFromGroup("Cursor", "web"),
];

async function setup() {
  const machine = await createMachine();
  machine.offered = [workload("fetch", 4001), workload("memory", 4002, "web")];
  await machine.write("Cursor", CURSOR);
  await machine.write("Goose", GOOSE);
  return machine;
}

async function openWatched(machine: TestMachine, steps: Steps): Promise<Clients> {
  const documents = watchedDocuments(await openDocuments(machine.recordsFolder, FileRecord), steps);
  const records = await recordsIn(documents);
  return machine.open({ records, disk: watchedDisk(realDisk, steps) });
}

/** What the files must hold, from the registrations and the workloads alone. */
async function expectRightState(machine: TestMachine): Promise<void> {
  for (const type of ["Cursor", "Goose", "LMStudio"] as const) {
    const groups = machine.groups.list().filter((group) => group.registered_clients.includes(type));
    const names = groups.map(({ name }) => name);
    const due = machine.offered.filter(({ group }) => names.includes(group));
    const text = (await machine.read(type)) ?? "";
    for (const { url } of due) expect(text).toContain(url);
    expect(text.match(/127\.0\.0\.1/g) ?? []).toHaveLength(due.length);
  }
}

async function expectRepair(step: number): Promise<void> {
  const machine = await setup();
  const doomed = await openWatched(machine, cutAt(step));
  for (const event of LIFE) await event(doomed, machine).catch(() => undefined);

  const clients = await machine.open();
  clients.sync();
  await clients.settled();
  await expectRightState(machine);

  await clients.unregister(["Cursor", "Goose", "LMStudio"], []);
  expect([await machine.read("Cursor"), await machine.read("Goose")]).toEqual([CURSOR, GOOSE]);
  expect(await readdir(dirname(machine.fileOf("Cursor")))).toEqual(["mcp.json"]);
  expect(await readdir(dirname(machine.fileOf("Goose")))).toEqual(["config.yaml"]);
  expect((await readdir(machine.home)).toSorted()).toEqual([".config", ".cursor", "state"]);
  expect(await readdir(machine.recordsFolder)).toEqual([]);
}

async function stepsOfLife(): Promise<number> {
  const steps: Steps = { count: 0, onStep: () => undefined };
  const machine = await setup();
  const clients = await openWatched(machine, steps);
  for (const event of LIFE) await event(clients, machine);
  return steps.count;
}

describe("a kill", () => {
  test("CL-08 at any step of a whole life is repaired by the next start", async () => {
    const steps = await stepsOfLife();
    expect(steps).toBeGreaterThan(150);
    const all = Array.from({ length: steps + 1 }, (_, step) => step);
    // Several at once: they mostly wait for the disk.
    while (all.length > 0) await Promise.all(all.splice(0, 8).map(expectRepair));
  }, 120_000);
});
