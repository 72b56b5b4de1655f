import { setTimeout as sleep } from "node:timers/promises";
import type { Workload } from "@toolhaven/contract/workload";
import { type Api, segment } from "../../api/api.ts";
import type { Context } from "../../program/context.ts";
import { Failure } from "../../program/failure.ts";
import { logSource, readWorkloadLog } from "../logs/workload-log.ts";
import { causeOf, follow } from "../shared/follow.ts";
import { findWorkload } from "../shared/targets.ts";

const REMOVE_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 500;

/**
 * Shows what the server writes until the user wants to stop, then removes it. A server that ends for good, or is
 * stopped or removed by somebody else, ends it too: that is a failure.
 */
export async function stay({ name, url, remote }: Workload, api: Api, context: Context): Promise<void> {
  const { tell } = context;
  tell(`"${name}" runs at ${url}; Ctrl-C removes it`);
  const ended = new AbortController();
  const signal = AbortSignal.any([context.signal, ended.signal]);
  const showing = remote ? undefined : show(name, { api, context, signal });
  try {
    await untilEnd(name, api, context.signal);
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    ended.abort();
    await showing;
  }
  tell(`removing "${name}"`);
  await removeForGood(name, context);
}

async function show(
  name: string,
  { api, context, signal }: { api: Api; context: Context; signal: AbortSignal },
): Promise<void> {
  const write = (line: string): Promise<void> => context.io.stdout.write(`${line}\n`);
  try {
    const source = await logSource(context, signal);
    await readWorkloadLog(name, write, { tail: "all", isFollowing: true }, { source, api, signal });
  } catch (error) {
    // The server runs all the same; only its output cannot be shown.
    if (!signal.aborted) context.tell(`warning: its output cannot be shown: ${(error as Error).message}`);
  }
}

async function untilEnd(name: string, api: Api, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    const workload = await findWorkload(name, api);
    if (workload.status !== "error" && workload.status !== "stopped") continue;
    throw new Failure("failure", `"${name}" does not run any more: ${causeOf(workload)}`, {
      hint: `thv logs ${name} shows what it wrote, thv rm ${name} removes it`,
    });
  }
}

async function removeForGood(name: string, context: Context): Promise<void> {
  const { openApi } = await import("../../api/open-api.ts");
  // The signal that ended the wait would end these calls too.
  const signal = AbortSignal.timeout(REMOVE_LIMIT_MS);
  const api = await openApi({ ...context, signal });
  await api.delete(`/workloads/${segment(name)}`);
  await follow([name], (found) => found === undefined, api, { ...context, signal, limitMs: REMOVE_LIMIT_MS });
}
