import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { waitUntil } from "../wait.ts";
import { lockFolder } from "./lock.ts";

const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-lock-"));

test("ST-03 a second daemon on the same folder is refused and told who has it", async () => {
  const folder = await freshFolder();
  await using _first = await lockFolder(folder);

  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining(`process ${process.pid}`),
  });
});

test("a released lock leaves nothing behind and can be taken again", async () => {
  const folder = await freshFolder();
  await (await lockFolder(folder))[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual([]);

  await using _second = await lockFolder(folder);
});

test("the lock of a process that is gone is taken over", async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "daemon.lock"), "999999999 123\n");

  await using _lock = await lockFolder(folder);
});

test("the lock of a process whose id was used again is taken over", async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "daemon.lock"), `${process.pid} 1\n`);

  await using _lock = await lockFolder(folder);
});

test("the lock of a killed process that nobody collected yet is taken over", async () => {
  const folder = await freshFolder();
  // The shell starts a child, tells its id, and becomes a program that never waits for it.
  const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface({ input: parent.stdout }), "line");
  const pid = Number(line);
  const stat = (): string => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "";
  await waitUntil(() => stat().startsWith("Z"), { signal: AbortSignal.timeout(5000), everyMs: 10 });
  await writeFile(join(folder, "daemon.lock"), `${pid} ${stat().split(" ")[19]}\n`);

  await using _lock = await lockFolder(folder);
  parent.kill("SIGKILL");
});

test("of many starters that find a stale lock exactly one gets it", async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "daemon.lock"), "999999999 123\n");

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));

  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
