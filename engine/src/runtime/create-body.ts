import { resolve } from "node:path/posix";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Dialect } from "./dialect.ts";
import type { ContainerSpec } from "./runtime.ts";

/**
 * Says which port `spec.port` was, beside the caller's labels: an image may expose others. Always written, so that an
 * image cannot bring its own.
 */
export const PORT_LABEL = `${PRODUCT.prefix}-container-port`;

/** Enough for caches and sockets; it counts towards the container's memory. Packages run programs there, hence exec. */
const TMP = "rw,exec,nosuid,nodev,mode=1777,size=256m";

export interface BodyOptions {
  readonly dialect: Dialect;
  readonly reachesContainers: boolean;
  readonly withInit: boolean;
}

/** Pure: the body of the engine's create call. */
export function createBody(spec: ContainerSpec, { dialect, reachesContainers, withInit }: BodyOptions): object {
  const { command, port, limits, mounts = [], network = "none" } = spec;
  const portKey = port === undefined ? undefined : `${port}/tcp`;
  const publish = portKey !== undefined && !reachesContainers;
  return {
    Image: spec.image,
    ...(command && command.length > 0 && { Cmd: command }),
    Env: Object.entries(spec.env).map(([name, value]) => `${name}=${value}`),
    Labels: { ...spec.labels, [PORT_LABEL]: String(port ?? "") },
    Tty: false,
    OpenStdin: true,
    StdinOnce: false,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    ...(portKey && { ExposedPorts: { [portKey]: {} } }),
    HostConfig: {
      // A server that is process 1 ignores TERM; behind an init it does not, and zombies are reaped.
      Init: withInit,
      // Restarts are decided and counted by the supervisor, never by the engine behind its back.
      RestartPolicy: { Name: "no" },
      LogConfig: dialect.logConfig,
      NetworkMode: network,
      // A name that nothing resolves fails after one second, not ten.
      ...(network !== "none" && { DnsOptions: ["timeout:1", "attempts:1"] }),
      Mounts: mounts.map(({ source, target, readOnly }) => ({
        Type: "bind",
        Source: source,
        Target: target,
        ReadOnly: readOnly,
      })),
      ...(!mounts.some(({ target }) => resolve(target) === "/tmp") && { Tmpfs: { "/tmp": TMP } }),
      ...(spec.privileged ? { Privileged: true } : { CapDrop: ["ALL"], SecurityOpt: ["no-new-privileges"] }),
      ...(limits && {
        Memory: limits.memoryBytes,
        // The same number means no swap on top.
        MemorySwap: limits.memoryBytes,
        NanoCpus: Math.round(limits.cpus * 1e9),
        PidsLimit: limits.pids,
      }),
      // Port 0: any free one, kept by the engine until the container is removed or started anew.
      ...(publish && { PortBindings: { [portKey]: [{ HostIp: "127.0.0.1", HostPort: "" }] } }),
    },
  };
}
