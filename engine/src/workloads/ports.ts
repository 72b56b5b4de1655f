import { randomInt } from "node:crypto";
import { AppError } from "@toolhaven/contract/errors";

/** Below what Linux hands out for outgoing connections (32768 up), so that a port stays ours over restarts. */
const FIRST = 10_000;
const LAST = 32_767;
const TRIES = 50;

/**
 * Opens something on a port nobody else of ours has a claim to, running or not. Binding is the test: there is
 * no moment between finding a port free and having it.
 */
export async function onFreePort<T>(claimed: ReadonlySet<number>, open: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (claimed.has(port)) continue;
    try {
      return await open(port);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "invalid_input")) throw error;
    }
  }
  throw new AppError("internal", `no free port between ${FIRST} and ${LAST} in ${TRIES} tries`);
}
