import { randomBytes } from "node:crypto";
import { PRODUCT } from "@toolhaven/contract/product";
import type { ContainerSpec, Image, ResourceLimits } from "../runtime/runtime.ts";
import { mountsOf } from "../permissions/mounts.ts";
import type { Revision } from "./definition.ts";
import { labelsFor } from "./labels.ts";

/** Enough for a language server in a container, too little to take the machine down. */
export const DEFAULT_LIMITS: ResourceLimits = { memoryBytes: 2 * 1024 ** 3, cpus: 2, pids: 512 };

/** Where an HTTP server listens in its container when the request does not say. */
export const DEFAULT_TARGET_PORT = 8080;

export interface SpecParts {
  readonly instance: string;
  readonly image: Image;
  readonly network: string;
  /** Values of the secrets the request refers to, by variable name. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Pure: what the engine is asked for, from what the user asked for. */
export function containerSpec(revision: Revision, { instance, image, network, secrets }: SpecParts): ContainerSpec {
  const { request } = revision;
  const port = targetPort(request);
  return {
    name: containerName(request.name),
    image: image.id,
    command: request.cmd_arguments,
    env: { ...request.env_vars, ...transportEnv(request), ...secrets },
    labels: labelsFor(instance, revision),
    mounts: mountsOf(request.volumes, request.permission_profile),
    network,
    privileged: request.permission_profile.privileged ?? false,
    limits: DEFAULT_LIMITS,
    ...(port !== undefined && { port }),
  };
}

/** The port in the container; `undefined` for a server on standard streams. */
export const targetPort = ({ transport, target_port }: Revision["request"]): number | undefined =>
  transport === "stdio" ? undefined : target_port || DEFAULT_TARGET_PORT;

/** Variables by which servers learn how to listen; a container is reached from outside, so on every address. */
export function transportEnv(request: Revision["request"]): Record<string, string> {
  const port = targetPort(request);
  if (port === undefined) return { MCP_TRANSPORT: request.transport };
  return {
    MCP_TRANSPORT: request.transport,
    MCP_PORT: String(port),
    FASTMCP_PORT: String(port),
    MCP_HOST: "0.0.0.0",
  };
}

/** The tail keeps two revisions of a workload apart, and our names apart from everybody else's. */
const containerName = (name: string): string => `${PRODUCT.prefix}-${name}-${randomBytes(4).toString("hex")}`;

/** The workload a container of ours belongs to, from the name in an event; `undefined` for other people's. */
export const workloadOfContainer = (name: string): string | undefined =>
  new RegExp(`^${PRODUCT.prefix}-(.+)-[0-9a-f]{8}$`).exec(name)?.[1];
