import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  signal: AbortSignal;
  everyMs?: number;
}

/** Asks until the answer is yes. The caller sets the deadline, with `AbortSignal.timeout` or its own signal. */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  { signal, everyMs = 100 }: WaitOptions,
): Promise<void> {
  while (!(await check())) await sleep(everyMs, undefined, { signal });
}
