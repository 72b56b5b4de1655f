import { detectRuntime } from "@toolhaven/engine/runtime/detect";
import { rememberedEngine } from "@toolhaven/engine/state/remembered-engine";
import type { runtimeCheck } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure } from "../program/failure.ts";

/** Looks for itself: a server in between could only say what it found when it started. */
export const run: Run<typeof runtimeCheck> = async ({ flags }, { settings, signal }) => {
  const { home, runtimeFolder, dockerHost, stateFolder } = await settings();
  const limit = AbortSignal.timeout(flags.timeout);
  try {
    const places = {
      home,
      xdgRuntimeDir: runtimeFolder,
      dockerHost,
      remembered: await rememberedEngine(stateFolder).socket(),
    };
    await using runtime = await detectRuntime(places, { signal: AbortSignal.any([signal, limit]) });
    const { kind, version } = await runtime.probe({ signal: limit });
    return { data: { kind, version }, text: `${kind} ${version} answers` };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Failure("timed out", `no engine answered within ${formatDuration(flags.timeout)}`, { cause: error });
  }
};
