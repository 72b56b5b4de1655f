import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

test("what is missing is made for this user alone, what is there stays as it is", async () => {
  const top = await mkdtemp(join(tmpdir(), "thv-folders-"));
  await makeFolders(join(top, "a", "b"));
  await makeFolders(join(top, "a", "b"));
  expect((await stat(join(top, "a", "b"))).mode & 0o777).toBe(0o700);
});

test("where no folder can be made that is said at once", async () => {
  await expect(makeFolders("/proc/nowhere/below")).rejects.toMatchObject({ code: "ENOENT" });
});
