import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../../api/api.ts";
import type { Context } from "../../program/context.ts";
import { Failure } from "../../program/failure.ts";
import { findWorkload } from "../shared/targets.ts";
import { readLog } from "./container-log.ts";
import { createSeen, type LogLine } from "./lines.ts";

/** How soon a new run of a server is noticed; nothing of it is lost meanwhile. */
const LOOK_EVERY_MS = 300;

export interface WorkloadLogOptions {
  readonly tail: number | "all";
  /** Lines before this time (RFC 3339, UTC) are left out. */
  readonly since?: string;
  readonly isFollowing: boolean;
}

/** One life of a container, as the engine knows it. */
export interface Life {
  readonly id: string;
  /** Changes with every start. */
  readonly startedAt: string;
  readonly isRunning: boolean;
}

export interface LogSource {
  readonly socketPath: string;
  /** The newest container of a workload, the running one if there is one. */
  newest(workload: string, signal: AbortSignal): Promise<Life | undefined>;
}

/**
 * What a workload's server wrote. Followed, it goes on over restarts, in new containers too, until the workload is
 * removed or the signal fires; every line comes once.
 */
export async function readWorkloadLog(
  name: string,
  onLine: (text: string) => Promise<void>,
  { tail, since = "", isFollowing }: WorkloadLogOptions,
  { source, api, signal }: { source: LogSource; api: Api; signal: AbortSignal },
): Promise<void> {
  let current: Life | undefined;
  let seen = createSeen();
  for (;;) {
    const life = await source.newest(name, signal);
    if (life && (life.isRunning || life.id !== current?.id || life.startedAt !== current.startedAt)) {
      if (life.id === current?.id) seen.startAgain();
      else seen = createSeen();
      const window = current ? "all" : tail;
      current = life;
      await read(life.id, window, isFollowing && life.isRunning);
      // An engine may end a followed log a moment before its last lines; they are in its record.
      if (isFollowing && life.isRunning) {
        seen.startAgain();
        await read(life.id, "all", false);
      }
    }
    if (!isFollowing) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    if (!(await isThere(name, api))) return;
  }

  function read(container: string, window: number | "all", isLive: boolean): Promise<void> {
    const take = async (line: LogLine): Promise<void> => {
      if (seen.isNew(line) && line.time >= since) await onLine(line.text);
    };
    return readLog(container, take, { socketPath: source.socketPath, tail: window, isFollowing: isLive, signal });
  }
}

async function isThere(name: string, api: Api): Promise<boolean> {
  try {
    await findWorkload(name, api);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.exit === "not found") return false;
    throw error;
  }
}

/** Where the engine is that has this installation's containers. */
export async function logSource({ settings }: Pick<Context, "settings">, signal: AbortSignal): Promise<LogSource> {
  const [{ openOwnEngine }, { ofWorkload }, { readInstanceId }, { foldersIn }] = await Promise.all([
    import("../shared/own-engine.ts"),
    import("@toolhaven/engine/workloads/labels"),
    import("@toolhaven/engine/state/instance"),
    import("@toolhaven/engine/state/folders"),
  ]);
  const chosen = await settings();
  const { runtime, socketPath } = await openOwnEngine(chosen, { signal });
  const instance = await readInstanceId(foldersIn(chosen.stateFolder).instanceFile);
  return {
    socketPath,
    async newest(workload) {
      const found = await runtime.list(ofWorkload(instance, workload), { signal });
      const newest = found.find(({ state }) => state === "running") ?? found.at(-1);
      const details = newest && (await runtime.inspect(newest.id, { signal }));
      return details && { id: details.id, startedAt: details.startedAt, isRunning: details.state === "running" };
    },
  };
}
