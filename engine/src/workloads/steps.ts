import { AppError } from "@toolhaven/contract/errors";
import type { ContainerDetails } from "../runtime/runtime.ts";
import { attachTo, closeListeners, connect, disconnect, takeSpare } from "./connection.ts";
import { isRemote, type Revision } from "./definition.ts";
import { runOf, type Step } from "./plan.ts";
import { answersHttp, reachRemote } from "./probe.ts";
import type { StepContext } from "./step-context.ts";

const PROBE_LIMIT_MS = 2000;
/** So long a remote server that does not answer counts as one that will. */
const PATIENCE_MS = 10_000;
/** A server that is being replaced has no calls any more; it needs no long goodbye. */
const REPLACED_GRACE_S = 2;

/** Carries out one step of the plan. A step that is cut short is planned again from what is then. */
export async function perform(
  step: Exclude<Step, { do: "settle" }>,
  context: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { deps, holdings, memory, status } = context;
  switch (step.do) {
    case "listen":
      holdings.listener = takeSpare(holdings, step.revision) ?? (await deps.openListener(step.revision));
      memory.isListening = true;
      return;
    case "close-proxy":
      await closeListeners(context);
      return;
    case "create":
      if (!isRemote(step.revision.request)) return createContainer(step.revision, context, { signal });
      holdings.listener?.proxy.hold();
      return holdings.remotes.start(step.revision);
    case "start":
      return startContainer(step.container, context, { signal });
    case "probe":
      return probe(step, context, { signal });
    case "connect":
      return connect(step.container, step.revision, context, { signal });
    case "stop":
      status.set("stopping", step.cause);
      disconnect(context, "the workload is stopping");
      if (step.comesBack) holdings.listener?.proxy.hold();
      if (holdings.remotes.has(step.container.id)) return holdings.remotes.end(step.container.id);
      return deps.runtime.stop(step.container.id, { signal });
    case "remove":
      return removeContainer(step.container, step.why, context, { signal });
    case "clear-restart":
      return context.update((definition) => ({ ...definition, restart: false }));
    case "commit-edit":
      return context.update(({ previous: _, ...definition }) => definition);
    case "roll-back":
      return rollBack(step.cause, context);
    case "forget":
      await deps.releaseResources();
      return context.erase();
    default:
      return step satisfies never;
  }
}

async function createContainer(
  revision: Revision,
  { deps, holdings, status, closing }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  status.set("starting", "creating the container");
  holdings.listener?.proxy.hold();
  const onProgress = (text: string): void => status.set("starting", text);
  const image = await deps.ensureImage(revision, { signal, onProgress });
  status.set("starting", "creating the container");
  // A changed wish does not cut this short: what the engine makes when nobody listens any more would be nobody's.
  await deps.runtime.create(await deps.prepare(revision, image, { signal: closing }), { signal: closing });
}

/** Attached before the start, so that not even the first line is lost. */
async function startContainer(
  container: ContainerDetails,
  context: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { deps, holdings, status } = context;
  status.set("starting", "starting the container");
  holdings.listener?.proxy.hold();
  await attachTo(container.id, context, { signal });
  try {
    await deps.runtime.start(container.id, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    // Its network is gone, pruned perhaps: a container made anew gets a new one.
    await deps.runtime.remove(container.id, { signal });
    throw new AppError("internal", error.message, { cause: error });
  }
}

async function probe(
  { container, revision, isStaged }: Extract<Step, { do: "probe" }>,
  { deps, holdings, memory }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const run = runOf(container);
  const startedMs = Date.now();
  const sinceMs = memory.probe?.run === run ? memory.probe.sinceMs : startedMs;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]);
  const reason = await whatIsMissing();
  // A remote server that cannot be reached is no start that goes on: it is there, and ill.
  const isIll = reason !== undefined && isRemote(revision.request) && !isStaged && startedMs - sinceMs >= PATIENCE_MS;
  if (isIll) memory.illness = reason;
  if (reason === undefined || isIll) {
    memory.readyRun = run;
    memory.probe = undefined;
    return;
  }
  memory.probe = { run, sinceMs, nextMs: Date.now() + deps.timings.probeEveryMs, reason };

  /** `undefined`: the server is ready. */
  async function whatIsMissing(): Promise<string | undefined> {
    if (isRemote(revision.request)) return reachRemote(revision.request.url, { signal: limit });
    if (container.address) {
      const isUp = await answersHttp(container.address, { signal: limit });
      return isUp ? undefined : `waiting for the server to answer on port ${container.address.port}`;
    }
    const hasAnswered = memory.connectedTo === container.id && lastAnswerAt() >= Date.parse(container.startedAt);
    const hasSettled = startedMs - Date.parse(container.startedAt) >= deps.timings.settleMs;
    return hasAnswered || hasSettled ? undefined : "waiting for the server to settle";
  }

  function lastAnswerAt(): number {
    return holdings.listener?.proxy.activity().lastAnswerAt ?? 0;
  }
}

async function removeContainer(
  container: ContainerDetails,
  why: "deleted" | "replaced",
  context: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { deps, holdings, memory, status } = context;
  if (why === "deleted") status.set("removing", "delete requested");
  if (memory.connectedTo === container.id) {
    status.set("starting", "replacing its container");
    disconnect(context, "its container is being replaced");
  }
  if (holdings.remotes.has(container.id)) return holdings.remotes.end(container.id);
  if (container.state === "running") await deps.runtime.stop(container.id, { signal, graceSeconds: REPLACED_GRACE_S });
  await deps.runtime.remove(container.id, { signal });
  holdings.attachments.get(container.id)?.[Symbol.dispose]();
  holdings.attachments.delete(container.id);
}

async function rollBack(cause: string, { holdings, memory, update }: StepContext): Promise<void> {
  await holdings.spare?.[Symbol.asyncDispose]();
  holdings.spare = undefined;
  memory.gaveUp = undefined;
  memory.failures = 0;
  memory.retryAtMs = 0;
  memory.probe = undefined;
  memory.editFailure = `the last edit was taken back: ${cause}; the configuration before it serves`;
  await update(({ previous, ...definition }) => ({ ...definition, current: previous ?? definition.current }));
}
