import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { ContainerEvent, ContainerRuntime, Labels } from "../runtime/runtime.ts";

export interface ObserverDeps {
  readonly runtime: ContainerRuntime;
  readonly labels: Labels;
  readonly onEvent: (event: ContainerEvent) => void;
  /** Read everything again: at the start, after a gap in the events, and every now and then. */
  readonly onResync: (options: { signal: AbortSignal }) => Promise<void>;
  readonly onLost: (reason: string) => void;
  readonly log: Log;
}

/** Events can be late, doubled or lost; everything is read again this often in any case. */
const RESYNC_EVERY_MS = 30_000;
const RETRY_FIRST_MS = 250;
const RETRY_LAST_MS = 5_000;

/** Follows the engine's events for as long as the signal lasts, through any number of its restarts. */
export async function observe(deps: ObserverDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  let delayMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    const round = new AbortController();
    const both = AbortSignal.any([signal, round.signal]);
    try {
      await deps.runtime.probe({ signal });
      const following = follow(deps, both);
      delayMs = RETRY_FIRST_MS;
      await Promise.race([following, resyncForever(deps, both)]);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      deps.onLost(reason);
      deps.log.warn({ reason, retryInMs: delayMs }, "container engine lost");
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      delayMs = Math.min(RETRY_LAST_MS, delayMs * 2);
    } finally {
      round.abort();
    }
  }
}

async function follow({ runtime, labels, onEvent }: ObserverDeps, signal: AbortSignal): Promise<void> {
  for await (const event of runtime.events(labels, { signal })) onEvent(event);
  if (!signal.aborted) throw new Error("the engine ended its event stream");
}

async function resyncForever({ onResync }: ObserverDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await onResync({ signal });
    await sleep(RESYNC_EVERY_MS, undefined, { signal });
  }
}
