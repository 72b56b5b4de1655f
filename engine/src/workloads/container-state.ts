import type { ContainerDetails, ContainerRuntime, Labels } from "../runtime/runtime.ts";

/** One workload's containers as they are now; one that vanished between the two calls is left out. */
export async function readContainers(
  runtime: ContainerRuntime,
  labels: Labels,
  { signal }: { signal: AbortSignal },
): Promise<ContainerDetails[]> {
  const listed = await runtime.list(labels, { signal });
  const details = await Promise.all(listed.map(({ id }) => runtime.inspect(id, { signal })));
  return details.filter((found) => found !== undefined);
}
