import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Places } from "@toolhaven/engine/config/places";
import { Failure } from "../program/failure.ts";

/** Longer than a start with fifty workloads takes, shorter than patience. */
const START_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 15;
/** One that ended may have lost against another that is starting: that one is looked for a little longer. */
const RIVAL_MS = 2000;
/** A longer log of the server before is set aside, as one older generation. */
const LOG_LIMIT_BYTES = 8 * 1024 ** 2;

export interface StartOptions {
  readonly places: Places;
  /** The socket it listens on. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly isUp: () => Promise<boolean>;
}

/** Starts the server in the background and waits until it answers. @throws Failure `unreachable`, with what it said */
export async function startServer({ places: { stateFolder }, path, signal, isUp }: StartOptions): Promise<void> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const logPath = logOf(stateFolder);
  await setAside(logPath);
  await using log = await open(logPath, "a", 0o600);
  const { size: before } = await log.stat();
  const child = spawn(process.execPath, [process.argv[1]!, "serve", "--socket", path], {
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    cwd: "/",
  });
  child.unref();
  let hasEnded = false;
  once(child, "exit").then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  const startedAt = Date.now();
  while (!(await isUp())) {
    signal.throwIfAborted();
    const waited = Date.now() - startedAt;
    if (hasEnded && waited > RIVAL_MS) throw await explainEnd(logPath, before);
    if (waited > START_LIMIT_MS) {
      throw new Failure("unreachable", "the API server does not come up", { hint: `see ${logPath}` });
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** What a server in the background notes. */
export const logOf = (stateFolder: string): string => join(stateFolder, "server.log");

/** The process that holds the state folder; `undefined` when that is not known. */
export async function serverProcess({ stateFolder }: Pick<Places, "stateFolder">): Promise<number | undefined> {
  const holder = await readFile(join(stateFolder, "daemon.lock"), "utf8").catch(() => "");
  const id = Number(/^\d+/.exec(holder)?.[0]);
  return id > 0 ? id : undefined;
}

async function setAside(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

/** What the server wrote last, for people; its log lines are for `server.log`. */
async function explainEnd(logPath: string, from: number): Promise<Failure> {
  const written = (await readFile(logPath)).subarray(from).toString("utf8").split("\n");
  const last = written.findLast((line) => line !== "" && !line.startsWith("{"))?.replace(/^error: /, "");
  return new Failure("unreachable", last ?? "the API server ended at its start", { hint: `see ${logPath}` });
}
