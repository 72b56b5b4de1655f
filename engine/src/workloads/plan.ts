import type { WorkloadStatus } from "@toolhaven/contract/workload";
import type { ContainerDetails, ContainerId } from "../runtime/runtime.ts";
import { type Definition, isRemote, type Revision } from "./definition.ts";
import { revisionOf } from "./labels.ts";

/** What the supervisor knows beside the definition and the containers; lost with the process, and may be. */
export interface Memory {
  isListening: boolean;
  /** The container whose server answers behind the proxy. */
  connectedTo: ContainerId | undefined;
  /** The last run seen to be ready, as `runOf` names it. */
  readyRun: string | undefined;
  probe: { run: string; sinceMs: number; nextMs: number; reason: string } | undefined;
  /** Runs of the current revision that ended by themselves, one after the other. */
  failures: number;
  retryAtMs: number;
  /** Why nothing more is tried until the user asks for something else. */
  gaveUp: string | undefined;
  /** Why the server does not look well although its container runs. */
  illness: string | undefined;
  /** What the last edit came to, when it failed. */
  editFailure: string | undefined;
}

export const freshMemory = (): Memory => ({
  isListening: false,
  connectedTo: undefined,
  readyRun: undefined,
  probe: undefined,
  failures: 0,
  retryAtMs: 0,
  gaveUp: undefined,
  illness: undefined,
  editFailure: undefined,
});

/** One move towards what should be, or `settle`: nothing to do until something changes. */
export type Step =
  | { do: "settle"; status: WorkloadStatus; cause: string; wakeAtMs?: number }
  | ListenStep
  | { do: "close-proxy" }
  | { do: "create"; revision: Revision }
  | { do: "start"; container: ContainerDetails }
  | { do: "probe"; container: ContainerDetails; revision: Revision; isStaged: boolean }
  | { do: "connect"; container: ContainerDetails; revision: Revision }
  | { do: "stop"; container: ContainerDetails; cause: string; comesBack: boolean }
  | { do: "remove"; container: ContainerDetails; why: "deleted" | "replaced" }
  | { do: "clear-restart" }
  | { do: "commit-edit" }
  | { do: "roll-back"; cause: string }
  | { do: "forget" };

export interface ListenStep {
  do: "listen";
  revision: Revision;
}

export const RESTART_BUDGET = 5;
/** A staged server that does not answer by then takes the edit back. */
export const STAGING_LIMIT_MS = 60_000;

/** Names one process of one container: another start is another run. */
export const runOf = ({ id, startedAt }: ContainerDetails): string => `${id}@${startedAt}`;

/** The next step from what is to what should be. Pure: the same picture gives the same step. */
export function plan(
  definition: Definition,
  containers: readonly ContainerDetails[],
  memory: Memory,
  nowMs: number,
): Step {
  switch (definition.desired) {
    case "removed":
      return planRemoval(containers, memory);
    case "stopped":
      return planStop(definition, containers, memory);
    case "running":
      return definition.restart ? planRestart(containers) : planRun(definition, containers, memory, nowMs);
    default:
      return definition.desired satisfies never;
  }
}

/** Clients find an open door, and behind it a reason, even while the engine does not answer. */
export function planListening({ desired, current, previous }: Definition, memory: Memory): ListenStep | undefined {
  if (desired !== "running" || memory.isListening || memory.gaveUp !== undefined) return undefined;
  return { do: "listen", revision: previous ?? current };
}

function planRemoval([container]: readonly ContainerDetails[], memory: Memory): Step {
  if (memory.isListening) return { do: "close-proxy" };
  if (container) return { do: "remove", container, why: "deleted" };
  return { do: "forget" };
}

function planStop(definition: Definition, containers: readonly ContainerDetails[], memory: Memory): Step {
  if (memory.isListening) return { do: "close-proxy" };
  const running = containers.find(isUp);
  if (running) return { do: "stop", container: running, cause: "stop requested", comesBack: false };
  const stray = straysAmong(definition, containers)[0];
  if (stray) return { do: "remove", container: stray, why: "replaced" };
  if (definition.previous) return { do: "commit-edit" };
  return { do: "settle", status: "stopped", cause: "stopped on request" };
}

function planRestart(containers: readonly ContainerDetails[]): Step {
  const running = containers.find(isUp);
  return running
    ? { do: "stop", container: running, cause: "restart requested", comesBack: true }
    : { do: "clear-restart" };
}

function planRun(definition: Definition, containers: readonly ContainerDetails[], memory: Memory, nowMs: number): Step {
  const { current, previous } = definition;
  const stray = straysAmong(definition, containers)[0];
  if (stray) return { do: "remove", container: stray, why: "replaced" };

  const mine = containers.find((container) => revisionOf(container.labels) === current.number);
  const serving = previous && containers.find((container) => isPrevious(container, previous) && isUp(container));
  if (previous && serving && memory.connectedTo === undefined) {
    return { do: "connect", container: serving, revision: previous };
  }
  if (memory.gaveUp !== undefined) {
    return previous
      ? { do: "roll-back", cause: memory.gaveUp }
      : { do: "settle", status: "error", cause: memory.gaveUp };
  }
  if (!mine) return waitOr({ do: "create", revision: current }, memory, nowMs);

  switch (mine.state) {
    case "created":
      return waitOr({ do: "start", container: mine }, memory, nowMs);
    case "running":
      return planServing(definition, mine, serving, memory, nowMs);
    case "exited":
    case "dead":
      return planComeback(definition, mine, memory, nowMs);
    case "paused":
      return { do: "settle", status: "unhealthy", cause: "its container is paused" };
    case "restarting":
    case "removing":
    case "unknown":
      return { do: "settle", status: "unknown", cause: `its container is ${mine.state}`, wakeAtMs: nowMs + 500 };
    default:
      return mine.state satisfies never;
  }
}

/** The container of the current revision runs: wait until the server answers, put it behind the proxy, let go of the old. */
function planServing(
  definition: Definition,
  mine: ContainerDetails,
  serving: ContainerDetails | undefined,
  memory: Memory,
  nowMs: number,
): Step {
  // A first start may talk at once, a staged one takes over only when it has proved itself.
  const { request } = definition.current;
  const takesCallsEarly = !definition.previous && (request.transport === "stdio" || isRemote(request));
  if (takesCallsEarly && memory.connectedTo !== mine.id) {
    return { do: "connect", container: mine, revision: definition.current };
  }
  if (memory.readyRun !== runOf(mine)) {
    const probe = memory.probe?.run === runOf(mine) ? memory.probe : undefined;
    if (!probe || nowMs >= probe.nextMs) {
      return {
        do: "probe",
        container: mine,
        revision: definition.current,
        isStaged: definition.previous !== undefined,
      };
    }
    if (definition.previous && nowMs - probe.sinceMs > STAGING_LIMIT_MS)
      return { do: "roll-back", cause: probe.reason };
    return { do: "settle", status: "starting", cause: probe.reason, wakeAtMs: probe.nextMs };
  }
  if (memory.connectedTo !== mine.id) return { do: "connect", container: mine, revision: definition.current };
  if (serving) return { do: "remove", container: serving, why: "replaced" };
  if (definition.previous) return { do: "commit-edit" };
  if (memory.illness !== undefined) return { do: "settle", status: "unhealthy", cause: memory.illness };
  return { do: "settle", status: "running", cause: memory.editFailure ?? "the server is ready" };
}

function planComeback({ previous }: Definition, mine: ContainerDetails, memory: Memory, nowMs: number): Step {
  const cause = describeExit(mine);
  if (previous) return { do: "roll-back", cause };
  return waitOr({ do: "start", container: mine }, memory, nowMs, cause);
}

/** Back-off between tries; the next one is named, so that nobody has to guess whether something happens. */
function waitOr(step: Step, memory: Memory, nowMs: number, cause = "the last try failed"): Step {
  if (nowMs >= memory.retryAtMs) return step;
  const inS = Math.max(1, Math.round((memory.retryAtMs - nowMs) / 1000));
  const text = `${cause}; starts again in ${inS} s (try ${memory.failures} of ${RESTART_BUDGET})`;
  return { do: "settle", status: "unhealthy", cause: text, wakeAtMs: memory.retryAtMs };
}

export function describeExit({ exitCode, outOfMemory }: ContainerDetails): string {
  if (outOfMemory) return "the server ran out of memory and was killed";
  return exitCode === undefined ? "the server ended" : `the server exited with code ${exitCode}`;
}

/** Containers of ours for this workload that neither serve nor will: older revisions and doubles. */
function straysAmong(definition: Definition, containers: readonly ContainerDetails[]): ContainerDetails[] {
  const keep = [definition.current, ...(definition.previous ? [definition.previous] : [])].map(({ number }) => {
    const candidates = containers.filter(({ labels }) => revisionOf(labels) === number);
    return candidates.find(isUp) ?? candidates[0];
  });
  return containers.filter((container) => !keep.includes(container));
}

const isUp = ({ state }: ContainerDetails): boolean =>
  state === "running" || state === "paused" || state === "restarting";

const isPrevious = ({ labels }: ContainerDetails, previous: Revision): boolean =>
  revisionOf(labels) === previous.number;
