import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import { readIfThere } from "./durable-file.ts";

/**
 * One daemon per state folder. The lock names its holder by process id and start time, so that a lock left by a
 * killed daemon is told from a live one even when the id was used again.
 * @throws AppError `already_exists` while another daemon lives
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "daemon.lock");
  const mine = `${process.pid} ${await startTimeOf(process.pid)}\n`;
  for (;;) {
    if (await createWith(path, mine)) break;
    const holder = await readIfThere(path);
    if (holder === undefined) continue;
    const [pid = 0] = holder.split(" ").map(Number);
    if (await isAlive(holder)) {
      throw new AppError("already_exists", `another ToolHaven server (process ${pid}) uses "${folder}"`, {
        hint: "stop it first, or give this one a state folder of its own with XDG_STATE_HOME",
      });
    }
    await setAside(path, holder);
  }
  return {
    async [Symbol.asyncDispose]() {
      if ((await readIfThere(path)) === mine) await rm(path, { force: true });
    },
  };
}

/** `link` fails when the name is taken and shows the content whole, which `open("wx")` does not. */
async function createWith(path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Two starters may find the same stale lock; a fresh one moved away by mistake is put back. */
async function setAside(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== stale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isAlive(holder: string): Promise<boolean> {
  const [pid = "", startTime = ""] = holder.trim().split(" ");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return (await startTimeOf(Number(pid))) === startTime;
}

/**
 * Clock ticks since boot (field 22 of /proc/PID/stat, proc(5)); `-` where there is no such file. A process that
 * was killed and not yet collected by its parent (state Z) is as good as gone.
 */
async function startTimeOf(pid: number): Promise<string> {
  const stat = await readIfThere(`/proc/${pid}/stat`);
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === "Z" || state === "X" ? "gone" : (fields[18] ?? "-");
}
