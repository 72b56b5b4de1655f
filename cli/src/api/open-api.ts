import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, mkdir, open, readFile } from "node:fs/promises";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Places } from "@toolhaven/engine/config/places";
import { Failure } from "../program/failure.ts";
import type { Context } from "../program/context.ts";
import { type Api, createApi } from "./api.ts";
import { socketPath } from "./socket-path.ts";

/** Longer than a start with fifty workloads takes, shorter than patience. */
const START_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 15;

/** The server of this user's state folder, started in the background when none runs. */
export async function openApi({
  places,
  signal,
  progress,
}: Pick<Context, "places" | "signal" | "progress">): Promise<Api> {
  const path = socketPath(places);
  await refuseForeignFolder(dirname(path));
  if (!(await answers(path))) {
    progress.show("starting the API server");
    await start(places, path, signal);
    progress.done();
  }
  return createApi({ socketPath: path }, { signal });
}

/** In a folder that everybody may write to, somebody else may have been there first. */
async function refuseForeignFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  if (isOurs) return;
  throw new Failure("not allowed", `"${folder}" belongs to somebody else or is open to others`, {
    hint: "set XDG_RUNTIME_DIR to a folder of your own",
  });
}

async function start({ stateFolder }: Places, path: string, signal: AbortSignal): Promise<void> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const logPath = join(stateFolder, "server.log");
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
  const until = Date.now() + START_LIMIT_MS;
  while (!(await answers(path))) {
    signal.throwIfAborted();
    // One that ended may have lost against another that is starting: that one is looked for a little longer.
    if (hasEnded && Date.now() > until - START_LIMIT_MS + 2000) throw await explainEnd(logPath, before);
    if (Date.now() > until) {
      throw new Failure("unreachable", "the API server does not come up", { hint: `see ${logPath}` });
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** What the server wrote last, for people; its log lines are for `server.log`. */
async function explainEnd(logPath: string, from: number): Promise<Failure> {
  const written = (await readFile(logPath)).subarray(from).toString("utf8").split("\n");
  const last = written.findLast((line) => line !== "" && !line.startsWith("{"))?.replace(/^error: /, "");
  return new Failure("unreachable", last ?? "the API server ended at its start", { hint: `see ${logPath}` });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request(
      { socketPath: path, path: "/health", headers: { host: "localhost" }, timeout: 2000 },
      (response) => {
        response.resume();
        resolve(true);
      },
    );
    asking.on("timeout", () => asking.destroy(new Error(`${PRODUCT.name} does not answer`)));
    asking.on("error", () => resolve(false));
    asking.end();
  });
}
