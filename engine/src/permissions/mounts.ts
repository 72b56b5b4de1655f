import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import type { PermissionProfile } from "@toolhaven/contract/permission-profile";
import { parseVolume } from "@toolhaven/contract/volume";
import type { Mount } from "../runtime/runtime.ts";

/** Every mount a request and its profile ask for, sources made absolute; the first one for a target counts. */
export function mountsOf(volumes: readonly string[], profile: PermissionProfile): Mount[] {
  const wanted = [
    ...volumes.map(parseVolume),
    ...(profile.read ?? []).map((text) => ({ ...parseVolume(text), readOnly: true })),
    ...(profile.write ?? []).map(parseVolume),
  ];
  const byTarget = new Map<string, Mount>();
  for (const mount of wanted) {
    if (!byTarget.has(mount.target)) byTarget.set(mount.target, { ...mount, source: resolve(mount.source) });
  }
  return [...byTarget.values()];
}

/** Asked before anything is saved: an engine would only say so later, or make a folder of that name itself. */
export async function checkSources(mounts: readonly Mount[]): Promise<void> {
  for (const { source } of mounts) {
    try {
      await stat(source);
    } catch (cause) {
      throw new AppError(
        "invalid_input",
        `invalid "volumes": "${source}" does not exist on this machine; create it first`,
        {
          cause,
        },
      );
    }
  }
}
