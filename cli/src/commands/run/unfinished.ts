import type { Context } from "../../program/context.ts";

/** A wait that was interrupted leaves the server running in the background; that is said before the error goes on. */
export function unfinished(error: unknown, name: string, { signal, tell }: Pick<Context, "signal" | "tell">): never {
  if (signal.aborted) tell(`"${name}" goes on in the background; thv rm ${name} removes it`);
  throw error;
}
