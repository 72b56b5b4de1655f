import { setImmediate as nextTurn } from "node:timers/promises";

/** Work in one go up to here; calls of others then get their turn. */
const TURN_MS = 10;

/** Gives a function to call between small pieces of long work: it lets others run once the piece took too long. */
export function createBreather(): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < TURN_MS) return undefined;
    return nextTurn().then(() => {
      sinceMs = performance.now();
    });
  };
}
