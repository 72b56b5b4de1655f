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

/** What a promise comes to, or the signal's reason if that is first; what the promise stands for goes on. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
