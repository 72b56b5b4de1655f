import { setTimeout as sleep } from "node:timers/promises";
import type { Supervisor } from "./supervisor.ts";

const EVERY_MS = 10_000;
const LIMIT_MS = 5_000;

/** Asks every server behind a proxy for a sign of life, one round after the other. */
export async function watchHealth(
  supervisors: () => Iterable<Pick<Supervisor, "check">>,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    await Promise.all([...supervisors()].map((supervisor) => supervisor.check({ signal: limit })));
  }
}
