import type { Settings } from "@toolhaven/engine/config/settings";
import { detectRuntime } from "@toolhaven/engine/runtime/detect";
import type { ContainerRuntime } from "@toolhaven/engine/runtime/runtime";
import { rememberedEngine } from "@toolhaven/engine/state/remembered-engine";

export interface OwnEngine {
  readonly runtime: ContainerRuntime;
  readonly socketPath: string;
}

/** The engine the server would use, asked past it. @throws AppError `runtime_unavailable` */
export async function openOwnEngine(
  { home, runtimeFolder, dockerHost, stateFolder }: Settings,
  { signal }: { signal: AbortSignal },
): Promise<OwnEngine> {
  const remembered = await rememberedEngine(stateFolder).socket();
  let socketPath = "";
  const runtime = await detectRuntime(
    { home, xdgRuntimeDir: runtimeFolder, dockerHost, remembered },
    {
      signal,
      onFound: async (path) => {
        socketPath = path;
      },
    },
  );
  return { runtime, socketPath };
}
