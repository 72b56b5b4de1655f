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

export async function readFacts(client: EngineClient, options?: CallOptions): Promise<EngineFacts> {
  const [version, info] = await Promise.all([
    client.ask("probe the engine", { method: "GET", path: "/version" }, options),
    client.ask("probe the engine", { method: "GET", path: "/info" }, options),
  ]);
  const { Version: number, Components } = Version.parse(version.body);
  return {
    dialect: dialectOf(Components.map(({ Name }) => Name)),
    version: number,
    reachesContainers: reachesContainers(Info.parse(info.body), { platform: platform(), kernel: release() }),
  };
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
