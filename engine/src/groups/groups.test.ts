import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openGroupStore } from "./group-store.ts";
import { createGroups, type Groups } from "./groups.ts";

const { signal } = new AbortController();
const ALONE = { withWorkloads: false, signal };

/** Groups over workloads that are only names here. */
async function setup(
  workloads: Record<string, string> = {},
): Promise<{ folder: string; groups: Groups; in: typeof workloads }> {
  const folder = await mkdtemp(join(tmpdir(), "thv-groups-"));
  const groups = createGroups<string>({
    store: await openGroupStore(folder),
    members: {
      in: (group) => Object.keys(workloads).filter((name) => workloads[name] === group),
      move: async (name, group) => void (workloads[name] = group),
      remove: async (names) => {
        for (const name of names) {
          if (name === "stubborn") throw new Error("it does not go");
          delete workloads[name];
        }
      },
    },
    onChange: () => undefined,
  });
  return { folder, groups, in: workloads };
}

test("GR-01 the default group is there from the start and stays", async () => {
  const { groups } = await setup();
  expect(groups.list()).toEqual([{ name: "default", registered_clients: [] }]);
  await expect(groups.remove("default", ALONE)).rejects.toMatchObject({ code: "invalid_input" });
  expect(groups.has("default")).toBe(true);
});

test("GR-02 of many equal creations exactly one succeeds", async () => {
  const { groups } = await setup();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => groups.create("web research")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  for (const reason of reasons) expect(reason).toMatchObject({ code: "already_exists" });
});

test("GR-02 groups survive a restart, sorted by name, names with spaces included", async () => {
  const { folder, groups } = await setup();
  for (const name of ["z", "web research", "a_1"]) await groups.create(name);
  await groups.remove("z", ALONE);
  const again = await openGroupStore(folder);
  expect(again.list().map(({ name }) => name)).toEqual(["a_1", "default", "web research"]);
  expect((await readdir(folder)).every((file) => file.endsWith(".json"))).toBe(true);
});

test("GR-03 workloads of a deleted group move to the default one", async () => {
  const { groups, in: workloads } = await setup({ fetch: "web", osv: "default" });
  await groups.create("web");
  await groups.remove("web", ALONE);
  expect(workloads).toEqual({ fetch: "default", osv: "default" });
  expect(() => groups.get("web")).toThrow(`group "web" not found`);
  await expect(groups.remove("web", ALONE)).rejects.toMatchObject({ code: "not_found" });
});

test("GR-03 with its workloads a group goes only when they are gone", async () => {
  const { groups, in: workloads } = await setup({ fetch: "web", stubborn: "old" });
  for (const name of ["web", "old"]) await groups.create(name);
  await groups.remove("web", { withWorkloads: true, signal });
  expect(workloads).toEqual({ stubborn: "old" });

  await expect(groups.remove("old", { withWorkloads: true, signal })).rejects.toThrow("it does not go");
  expect(groups.has("old")).toBe(true);
});

test("GR-03 nothing joins a group that is about to go", async () => {
  const { groups } = await setup({ fetch: "web" });
  await groups.create("web");
  const removing = groups.remove("web", ALONE);
  expect(groups.has("web")).toBe(false);
  await expect(groups.remove("web", ALONE)).rejects.toMatchObject({ code: "not_found" });
  await removing;
});
