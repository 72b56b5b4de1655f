import type { Log } from "../log.ts";
import type { ContainerRuntime } from "../runtime/runtime.ts";
import { LABEL, ownedBy } from "./labels.ts";

/**
 * Removes containers and networks of this installation that no workload claims: what a crash left behind.
 * Whatever lacks our labels is never looked at.
 */
export async function sweepOrphans(
  { runtime, instance, log }: { runtime: ContainerRuntime; instance: string; log: Log },
  { isKnown, signal }: { isKnown: (name: string) => boolean; signal: AbortSignal },
): Promise<void> {
  const labels = ownedBy(instance);
  for (const { id, name, labels: carried } of await runtime.list(labels, { signal })) {
    if (isKnown(carried[LABEL.name] ?? "")) continue;
    log.warn({ container: name }, "removing a container that no workload claims");
    await runtime.remove(id, { signal });
  }
  for (const { name, labels: carried } of await runtime.listNetworks(labels, { signal })) {
    if (isKnown(carried[LABEL.name] ?? "")) continue;
    await runtime.removeNetwork(name, { signal });
  }
}
