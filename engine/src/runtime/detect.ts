import { AppError } from "@toolhaven/contract/errors";
import { openContainerEngine } from "./container-engine.ts";
import { reasonOf } from "./engine-errors.ts";
import type { CallOptions, ContainerRuntime } from "./runtime.ts";

/** Where an engine may be; the caller reads its own environment. */
export interface EnginePlaces {
  /** The value of `DOCKER_HOST`. When it is set, nothing else is tried. */
  readonly dockerHost?: string | undefined;
  /** The engine that has our containers already. When it is set, nothing else is tried, but for `DOCKER_HOST`. */
  readonly remembered?: string | undefined;
  /** Sockets named in settings; tried before the usual ones. */
  readonly sockets?: readonly string[];
  readonly xdgRuntimeDir?: string | undefined;
  readonly home: string;
}

/** An engine that listens but does not answer by then is passed over. */
const ANSWER_LIMIT_MS = 5_000;

/**
 * The first engine that answers.
 * @throws AppError `runtime_unavailable` when none does, `invalid_input` when `DOCKER_HOST` is not a Unix socket
 */
export async function detectRuntime(
  places: EnginePlaces,
  { signal, onFound }: CallOptions & { onFound?: (socketPath: string) => Promise<void> } = {},
): Promise<ContainerRuntime> {
  const reasons: string[] = [];
  for (const socketPath of candidates(places)) {
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    try {
      const runtime = await openContainerEngine(socketPath, {
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      await onFound?.(socketPath);
      return runtime;
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(`"${socketPath}": ${limit.aborted ? "no answer" : whyNot(error)}`);
    }
  }
  throw new AppError(
    "runtime_unavailable",
    `no container engine answers (${reasons.join("; ")}); start Docker or Podman`,
    { hint: hintFor(places) },
  );
}

function hintFor({ dockerHost, remembered }: EnginePlaces): string {
  if (dockerHost) return "DOCKER_HOST is set, so no other socket was tried";
  if (remembered) return "the workloads live there; DOCKER_HOST=unix:///path/to/its.sock moves them to another engine";
  return "an engine elsewhere is found by DOCKER_HOST=unix:///path/to/its.sock";
}

/** Every socket to try, in order, each once. */
export function candidates({ dockerHost, remembered, sockets = [], xdgRuntimeDir, home }: EnginePlaces): string[] {
  if (dockerHost) return [socketIn(dockerHost)];
  if (remembered) return [remembered];
  const session = xdgRuntimeDir === undefined ? [] : [`${xdgRuntimeDir}/docker.sock`];
  const podmanSession = xdgRuntimeDir === undefined ? [] : [`${xdgRuntimeDir}/podman/podman.sock`];
  return [
    ...new Set([
      ...sockets,
      "/var/run/docker.sock",
      ...session,
      `${home}/.docker/run/docker.sock`,
      "/run/podman/podman.sock",
      "/var/run/podman/podman.sock",
      ...podmanSession,
      `${home}/.colima/default/docker.sock`,
      `${home}/.rd/docker.sock`,
    ]),
  ];
}

function socketIn(dockerHost: string): string {
  const path = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1];
  if (path !== undefined) return path;
  // What stands before the colon is enough to say what is wrong; the rest may hold a password.
  const scheme = /^[a-z+]+(?=:)/.exec(dockerHost)?.[0];
  throw new AppError(
    "invalid_input",
    `invalid "DOCKER_HOST": ${scheme ? `"${scheme}://" is not supported` : "no scheme"}; only Unix sockets are, e.g. "unix:///var/run/docker.sock"`,
  );
}

function whyNot(error: unknown): string {
  if (!(error instanceof AppError)) return "its answer is not that of a container engine";
  return error.code === "runtime_unavailable" ? reasonOf(error.cause) : error.message;
}
