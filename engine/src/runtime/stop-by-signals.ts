import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@toolhaven/contract/errors";
import type { EngineClient, EngineRequest } from "./engine-client.ts";
import { refusal } from "./engine-errors.ts";
import type { CallOptions, ContainerId, ContainerRuntime } from "./runtime.ts";

export interface StopBySignalsOptions extends CallOptions {
  readonly graceSeconds?: number;
  readonly inspect: ContainerRuntime["inspect"];
  /** Called when there is a process to ask, just before it is asked. */
  readonly beforeTerm: () => void;
}

export const DEFAULT_GRACE_SECONDS = 10;
const POLL_MS = 25;
/** After KILL nothing but the kernel and the engine are in the way. */
const KILL_LIMIT_MS = 10_000;

/**
 * Podman's own stop cleans up after the process, and so does the monitor of the container, later and unasked: it then
 * tears down what was attached to in the meantime. A process that ends by a signal is cleaned up after once.
 */
export async function stopBySignals(
  client: EngineClient,
  id: ContainerId,
  { graceSeconds = DEFAULT_GRACE_SECONDS, inspect, beforeTerm, signal }: StopBySignalsOptions,
): Promise<void> {
  const options = signal ? { signal } : {};
  if (!(await isUp())) return;
  beforeTerm();
  const limitsMs = { TERM: graceSeconds * 1000, KILL: KILL_LIMIT_MS };
  for (const [name, limitMs] of Object.entries(limitsMs)) {
    const reply = await client.call({ ...containerCall(id, "kill"), query: { signal: name } }, options);
    // A process that ended by itself in between is no failure.
    if (reply.status >= 300 && !(await within(KILL_LIMIT_MS, isDown, options)))
      throw refusal("stop the container", reply);
    if (await within(limitMs, isDown, options)) return;
  }
  throw new AppError("internal", `cannot stop the container: it still runs after KILL`);

  async function isUp(): Promise<boolean> {
    const state = (await inspect(id, options))?.state;
    return state === "running" || state === "paused";
  }

  async function isDown(): Promise<boolean> {
    return !(await isUp());
  }
}

export const containerCall = (id: ContainerId, action: string): EngineRequest => ({
  method: "POST",
  path: `/containers/${encodeURIComponent(id)}/${action}`,
});

/** Looks until it is so; false when it is not by then. */
export async function within(limitMs: number, isSo: () => Promise<boolean>, { signal }: CallOptions): Promise<boolean> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() >= untilMs) return false;
    await sleep(POLL_MS);
    signal?.throwIfAborted();
  }
}
