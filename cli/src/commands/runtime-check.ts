import type { runtimeCheck } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure } from "../program/failure.ts";
import { openOwnEngine } from "./shared/own-engine.ts";

/** Looks for itself: a server in between could only say what it found when it started. */
export const run: Run<typeof runtimeCheck> = async ({ flags }, { settings, signal }) => {
  const chosen = await settings();
  const limit = AbortSignal.timeout(flags.timeout);
  try {
    const engine = await openOwnEngine(chosen, { signal: AbortSignal.any([signal, limit]) });
    await using runtime = engine.runtime;
    const { kind, version } = await runtime.probe({ signal: limit });
    return { data: { kind, version }, text: `${kind} ${version} answers` };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Failure("timed out", `no engine answered within ${formatDuration(flags.timeout)}`, { cause: error });
  }
};
