import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import type { SecretReference } from "@toolhaven/contract/secret";
import { planNetwork } from "../permissions/network-plan.ts";
import type { ContainerRuntime, ContainerSpec, Image } from "../runtime/runtime.ts";
import { untilAborted } from "../wait.ts";
import { containerSpec } from "./container-spec.ts";
import type { Revision } from "./definition.ts";
import { ofWorkload } from "./labels.ts";

export interface ResourceDeps {
  readonly runtime: ContainerRuntime;
  readonly instance: string;
  readonly resolveSecrets: (references: readonly SecretReference[]) => Promise<Readonly<Record<string, string>>>;
}

/** A network of the workload's own, shared by its revisions; named so that two installations never meet. */
const networkName = (instance: string, name: string): string => `${PRODUCT.prefix}-${instance.slice(0, 8)}-${name}`;

/** Makes what a container needs before it is created, and says how to create it. Secrets are read here, not before. */
export async function prepareContainer(
  revision: Revision,
  image: Image,
  { runtime, instance, resolveSecrets, signal }: ResourceDeps & { signal: AbortSignal },
): Promise<ContainerSpec> {
  const { request } = revision;
  const secrets = await untilAborted(resolveSecrets(request.secrets), signal);
  const { kind } = planNetwork({
    transport: request.transport,
    isolation: request.network_isolation,
    profile: request.permission_profile,
  });
  const network = kind === "none" ? "none" : networkName(instance, request.name);
  if (kind === "open") await ensureNetwork(network, request.name, { runtime, instance, signal });
  return containerSpec(revision, { instance, image, network, secrets });
}

export async function releaseNetworks(name: string, { runtime, instance }: ResourceDeps): Promise<void> {
  for (const network of await runtime.listNetworks(ofWorkload(instance, name))) {
    await runtime.removeNetwork(network.name);
  }
}

async function ensureNetwork(
  network: string,
  name: string,
  { runtime, instance, signal }: Pick<ResourceDeps, "runtime" | "instance"> & { signal: AbortSignal },
): Promise<void> {
  const labels = ofWorkload(instance, name);
  try {
    await runtime.createNetwork({ name: network, labels, isInternal: false }, { signal });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "already_exists")) throw error;
  }
}
