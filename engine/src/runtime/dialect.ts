import type { ContainerState } from "./runtime.ts";

/** Everything in which Docker and Podman differ behind the same API. Measured with Docker 20.10 and Podman 4.3. */
export interface Dialect {
  readonly kind: "docker" | "podman";
  /** How the engine keeps the output of containers: bounded, and readable again. */
  readonly logConfig: { readonly Type: string; readonly Config: Readonly<Record<string, string>> };
  /** Whether a bind mount of nothing is refused; otherwise the engine makes a folder of that name. */
  readonly refusesMissingSources: boolean;
  /** Whether the engine always brings the small first process that `Init` asks for. */
  readonly hasInit: boolean;
  /** Whether the engine is through with a container when its stop call returns; otherwise it is stopped by signals. */
  readonly stopsCleanly: boolean;
  /** Whether a container's stdin stays open when the connection of an attachment breaks off. */
  readonly keepsStdinOpen: boolean;
  /** Prefix of references that were made up here and come from no registry. */
  readonly localPrefix: string | undefined;
  /** Where own networks are taken from; two engines on one machine do not see each other's. */
  readonly networkBlock: string;
}

const MAX_LOG_SIZE = "10m";

const DIALECTS = {
  docker: {
    kind: "docker",
    logConfig: { Type: "local", Config: { "max-size": MAX_LOG_SIZE, "max-file": "3" } },
    refusesMissingSources: true,
    hasInit: true,
    stopsCleanly: true,
    keepsStdinOpen: true,
    localPrefix: undefined,
    networkBlock: "172.29.0.0/16",
  },
  podman: {
    kind: "podman",
    logConfig: { Type: "k8s-file", Config: { "max-size": MAX_LOG_SIZE } },
    refusesMissingSources: false,
    // A package of its own, which distributions do not install along.
    hasInit: false,
    stopsCleanly: false,
    keepsStdinOpen: false,
    localPrefix: "localhost/",
    networkBlock: "172.30.0.0/16",
  },
} as const satisfies Record<string, Dialect>;

/** @param components names from the engine's own version answer, e.g. `Podman Engine` */
export function dialectOf(components: readonly string[]): Dialect {
  return components.some((name) => name.startsWith("Podman")) ? DIALECTS.podman : DIALECTS.docker;
}

/** States of both engines; those only Podman has stand for a moment of one that both have. */
const STATES: Readonly<Record<string, ContainerState>> = {
  created: "created",
  configured: "created",
  initialized: "created",
  running: "running",
  stopping: "running",
  paused: "paused",
  restarting: "restarting",
  exited: "exited",
  stopped: "exited",
  removing: "removing",
  dead: "dead",
};

export const toState = (state: string): ContainerState => STATES[state.toLowerCase()] ?? "unknown";
