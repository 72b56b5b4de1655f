import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkSources, mountsOf } from "./mounts.ts";

test("volumes and the profile's mounts come together, the first for a target counts", () => {
  const profile = { read: ["/etc/app"], write: ["/var/app:/data"] };
  expect(mountsOf(["/home/me:/data:ro"], profile)).toEqual([
    { source: "/home/me", target: "/data", readOnly: true },
    { source: "/etc/app", target: "/etc/app", readOnly: true },
  ]);
});

test("a relative source counts from the working directory", () => {
  expect(mountsOf(["notes:/notes"], {})).toEqual([
    { source: join(process.cwd(), "notes"), target: "/notes", readOnly: false },
  ]);
});

test("a source that does not exist is refused by its name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "thv-mounts-"));
  const there = { source: folder, target: "/a", readOnly: true };
  await checkSources([there]);
  await expect(checkSources([there, { ...there, source: join(folder, "missing") }])).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(join(folder, "missing")),
  });
});
