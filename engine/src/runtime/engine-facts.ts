import { platform, release } from "node:os";
import { Info, Version } from "./answers.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import type { EngineClient } from "./engine-client.ts";
import type { CallOptions } from "./runtime.ts";

/** Which engine this is, as it said itself. */
export interface EngineFacts {
  readonly dialect: Dialect;
  readonly version: string;
  readonly reachesContainers: boolean;
}

export interface ReadFactsOptions extends CallOptions {
  /** What it was before: of the same engine in the same version not everything is asked again. */
  readonly known?: EngineFacts;
}

export async function readFacts(
  client: EngineClient,
  { known, ...options }: ReadFactsOptions = {},
): Promise<EngineFacts> {
  const answer = await client.ask("probe the engine", { method: "GET", path: "/version" }, options);
  const { Version: version, Components } = Version.parse(answer.body);
  const dialect = dialectOf(Components.map(({ Name }) => Name));
  if (known?.version === version && known.dialect === dialect) return known;
  // Either answer takes Podman a fifth of a second and more.
  const { body } = await client.ask("probe the engine", { method: "GET", path: "/info" }, options);
  const here = { platform: platform(), kernel: release() };
  return { dialect, version, reachesContainers: reachesContainers(Info.parse(body), here) };
}

/**
 * Container addresses exist in the engine's network namespace. That is ours on Linux, unless the engine runs in a
 * virtual machine (another kernel; under WSL the same one, but then it is Docker Desktop) or without root.
 */
export function reachesContainers(
  { KernelVersion, OperatingSystem, Rootless, SecurityOptions }: Info,
  here: { platform: string; kernel: string },
): boolean {
  const isRootless = Rootless || SecurityOptions.some((option) => option.includes("rootless"));
  const isHere = KernelVersion === here.kernel && !OperatingSystem.startsWith("Docker Desktop");
  return here.platform === "linux" && isHere && !isRootless;
}
