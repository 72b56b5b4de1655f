import { mkdir, mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIfThere, removeDurably, writeDurably } from "./durable-file.ts";

const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-durable-"));

test("a file and its new folders are readable by their owner only", async () => {
  const folder = join(await freshFolder(), "new");
  await writeDurably(join(folder, "a.json"), "{}");

  expect((await stat(join(folder, "a.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("a write that cannot finish leaves the old content and no temporary file", async () => {
  const folder = await freshFolder();
  // A folder in the place of the file: the rename fails after everything was written.
  await mkdir(join(folder, "a.json", "inside"), { recursive: true });

  await expect(writeDurably(join(folder, "a.json"), "new")).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("a missing file is told from an empty one", async () => {
  const folder = await freshFolder();
  await writeDurably(join(folder, "empty"), "");

  expect(await readIfThere(join(folder, "empty"))).toBe("");
  expect(await readIfThere(join(folder, "missing"))).toBeUndefined();
});

test("what was never there is removed already, its folder included", async () => {
  const missing = join(await freshFolder(), "no-folder", "no-file");
  await expect(removeDurably(missing)).resolves.toBeUndefined();
});
