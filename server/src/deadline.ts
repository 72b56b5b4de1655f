import type { OperationId } from "@toolhaven/contract/routes";
import { HTTPException } from "hono/http-exception";

const USUAL_MS = 60_000;
/** Both may wait for an image. */
const LONG: ReadonlySet<string> = new Set<OperationId>(["createWorkload", "editWorkload"]);
const LONG_MS = 11 * 60_000;

/** How long a call may take, body and all, in milliseconds. */
export const deadlineOf = (id: OperationId): number => (LONG.has(id) ? LONG_MS : USUAL_MS);

/**
 * Answers in time whether or not the work watches its signal; work that does not goes on, and nobody hears of it.
 * @throws HTTPException 504 when the time is over
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate(limitMs)), limitMs);
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), failureOf(late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

const failureOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

const tooLate = (limitMs: number): HTTPException =>
  new HTTPException(504, { message: `the call took longer than ${limitMs / 1000} seconds; it may still be done` });
