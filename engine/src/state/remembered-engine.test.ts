import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rememberedEngine } from "./remembered-engine.ts";

const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-remembered-"));

test("AD-05 an engine is kept to as long as there are workloads that live on it", async () => {
  const folder = await freshFolder();
  await rememberedEngine(folder).remember("/run/podman/podman.sock");
  expect(await rememberedEngine(folder).socket()).toBeUndefined();

  await mkdir(join(folder, "workloads"));
  await writeFile(join(folder, "workloads", "a.json"), "{}");
  expect(await rememberedEngine(folder).socket()).toBe("/run/podman/podman.sock");
});

test("a folder that was never used remembers nothing", async () => {
  expect(await rememberedEngine(await freshFolder()).socket()).toBeUndefined();
});
