import { setTimeout as sleep } from "node:timers/promises";
import type { Supervisor } from "./supervisor.ts";
import type { Timings } from "./timings.ts";

/** Asks every server behind a proxy for a sign of life, one round after the other. */
export async function watchHealth(
  supervisors: () => Iterable<Pick<Supervisor, "check">>,
  { timings, signal }: { timings: Timings; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(timings.healthEveryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timings.healthLimitMs)]);
    await Promise.all([...supervisors()].map((supervisor) => supervisor.check({ signal: limit })));
  }
}
