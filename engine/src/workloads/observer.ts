import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { ContainerEvent, ContainerRuntime, Labels } from "../runtime/runtime.ts";
import type { Timings } from "./timings.ts";

export interface ObserverDeps {
  readonly runtime: ContainerRuntime;
  readonly labels: Labels;
  readonly onEvent: (event: ContainerEvent) => void;
  /** Read everything again: at the start, after a gap in the events, and every now and then. */
  readonly onResync: (options: { signal: AbortSignal }) => Promise<void>;
  readonly onLost: (reason: string) => void;
  readonly log: Log;
  readonly timings: Timings;
}

/** Follows the engine's events for as long as the signal lasts, through any number of its restarts. */
export async function observe(deps: ObserverDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { timings } = deps;
  let delayMs = timings.firstReconnectMs;
  while (!signal.aborted) {
    const round = new AbortController();
    const both = AbortSignal.any([signal, round.signal]);
    try {
      await deps.runtime.probe({ signal });
      const following = follow(deps, both);
      delayMs = timings.firstReconnectMs;
      await Promise.race([following, resyncForever(deps, both)]);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      deps.onLost(reason);
      // Told once, not every few seconds for as long as it lasts.
      deps.log[delayMs === timings.firstReconnectMs ? "warn" : "debug"]({ reason }, "no container engine answers");
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      delayMs = Math.min(timings.lastReconnectMs, delayMs * 2);
    } finally {
      round.abort();
    }
  }
}

async function follow({ runtime, labels, onEvent }: ObserverDeps, signal: AbortSignal): Promise<void> {
  for await (const event of runtime.events(labels, { signal })) onEvent(event);
  if (!signal.aborted) throw new Error("the engine ended its event stream");
}

async function resyncForever({ onResync, timings }: ObserverDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await onResync({ signal });
    await sleep(timings.resyncEveryMs, undefined, { signal });
  }
}
