import { AppError } from "@toolhaven/contract/errors";
import { type BuildSettings, DEFAULT_GO_PROXY, DEFAULT_NPM_REGISTRY, DEFAULT_PIP_INDEX } from "./build-settings.ts";
import { type RegistryPackage, textOf } from "./package-reference.ts";
import { isPythonVersion } from "./python-version.ts";
import { createRegistryClient } from "./registry-request.ts";
import type { Resolution } from "./resolution.ts";
import { resolveGo } from "./resolve-go.ts";
import { resolveNpm } from "./resolve-npm.ts";
import { resolvePython } from "./resolve-python.ts";
import { parseVersion } from "./version-order.ts";

export interface ResolveOptions {
  readonly settings: BuildSettings;
  /** PEM, to trust beside the usual ones. */
  readonly certificates: string | undefined;
  readonly signal: AbortSignal;
}

/** A create call waits for it; a registry that takes longer counts as not reachable. */
const LIMIT_MS = 10_000;

/** Asks the package's registry which version is meant. @throws AppError `not_found` when it does not know the package */
export async function resolveVersion(
  reference: RegistryPackage,
  { settings, certificates, signal }: ResolveOptions,
): Promise<Resolution> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const ask = createRegistryClient({ ...settings, certificates });
  try {
    return await resolveWith({ ask, signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    if (limit.aborted && !signal.aborted) return { kind: "unreachable", reason: "no answer in time" };
    throw error;
  }

  function resolveWith(how: { ask: typeof ask; signal: AbortSignal }): Promise<Resolution> {
    switch (reference.scheme) {
      case "npx":
        return resolveNpm(reference, { ...how, registry: settings.npmRegistry ?? DEFAULT_NPM_REGISTRY });
      case "uvx":
        return resolvePython(reference, { ...how, index: settings.pipIndexUrl ?? DEFAULT_PIP_INDEX });
      case "go":
        return resolveGo(reference, { ...how, goProxy: settings.goProxy ?? DEFAULT_GO_PROXY });
      default:
        return reference.scheme satisfies never;
    }
  }
}

/** A version of which no registry needs to say what it means. */
export function exactVersion({ scheme, version }: RegistryPackage): string | undefined {
  if (version === undefined) return undefined;
  const isExact =
    scheme === "uvx"
      ? isPythonVersion(version)
      : parseVersion(version) !== undefined && (scheme === "go") === version.startsWith("v");
  return isExact ? version : undefined;
}

export const unreachableRegistry = (reference: RegistryPackage, reason: string): AppError =>
  new AppError(
    "not_found",
    `cannot find package "${textOf(reference)}": its registry could not be reached (${reason})`,
    {
      hint: "check the network and the proxy settings, or name an exact version that was built here before",
    },
  );
