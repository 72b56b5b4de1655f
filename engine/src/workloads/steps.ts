import type { AppError } from "@toolhaven/contract/errors";
import type {
  Attachment,
  ContainerDetails,
  ContainerId,
  ContainerRuntime,
  ContainerSpec,
  Image,
} from "../runtime/runtime.ts";
import type { Definition, Revision } from "./definition.ts";
import { type Listener, listenerKey } from "./listener.ts";
import { type Memory, runOf, type Step } from "./plan.ts";
import { answersHttp } from "./probe.ts";
import type { StatusLine } from "./status.ts";
import type { Timings } from "./timings.ts";

export interface StepDeps {
  readonly runtime: ContainerRuntime;
  /** The image of a revision, pulled when it is not here. */
  readonly ensureImage: (revision: Revision, options: ImageOptions) => Promise<Image>;
  /** Everything the container needs, secrets resolved; makes its network. */
  readonly prepare: (revision: Revision, image: Image, options: { signal: AbortSignal }) => Promise<ContainerSpec>;
  /** Networks and the like that belong to no container any more. */
  readonly releaseResources: () => Promise<void>;
  readonly openListener: (revision: Revision) => Promise<Listener>;
  readonly timings: Timings;
}

export interface ImageOptions {
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** What one workload holds open in this process. */
export interface Holdings {
  listener: Listener | undefined;
  /** Opened by an edit that changes the address; takes over when the edit does. */
  spare: Listener | undefined;
  readonly attachments: Map<ContainerId, Attachment>;
}

export interface StepContext {
  readonly deps: StepDeps;
  readonly holdings: Holdings;
  readonly memory: Memory;
  readonly status: StatusLine;
  readonly update: (change: (definition: Definition) => Definition) => Promise<void>;
  readonly erase: () => Promise<void>;
  readonly wake: () => void;
}

const PROBE_LIMIT_MS = 2000;
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
      return createContainer(step.revision, context, { signal });
    case "start":
      return startContainer(step.container, context, { signal });
    case "probe":
      return probe(step.container, context, { signal });
    case "connect":
      return connect(step.container, step.revision, context, { signal });
    case "stop":
      status.set("stopping", step.cause);
      disconnect(context, "the workload is stopping");
      if (step.comesBack) holdings.listener?.proxy.hold();
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
  { deps, holdings, status }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  status.set("starting", "creating the container");
  holdings.listener?.proxy.hold();
  const onProgress = (text: string): void => status.set("starting", text);
  const image = await deps.ensureImage(revision, { signal, onProgress });
  status.set("starting", "creating the container");
  await deps.runtime.create(await deps.prepare(revision, image, { signal }), { signal });
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
  await deps.runtime.start(container.id, { signal });
}

async function attachTo(
  id: ContainerId,
  { deps, holdings }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  holdings.attachments.get(id)?.[Symbol.dispose]();
  holdings.attachments.delete(id);
  holdings.attachments.set(id, await deps.runtime.attach(id, { signal }));
}

async function probe(
  container: ContainerDetails,
  { deps, holdings, memory }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const run = runOf(container);
  const startedMs = Date.now();
  const sinceMs = memory.probe?.run === run ? memory.probe.sinceMs : startedMs;
  if (await isReady()) {
    memory.readyRun = run;
    memory.probe = undefined;
    return;
  }
  const reason = container.address
    ? `waiting for the server to answer on port ${container.address.port}`
    : "waiting for the server to settle";
  memory.probe = { run, sinceMs, nextMs: Date.now() + deps.timings.probeEveryMs, reason };

  async function isReady(): Promise<boolean> {
    if (container.address) {
      return answersHttp(container.address, { signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]) });
    }
    const hasAnswered = memory.connectedTo === container.id && lastAnswerAt() >= Date.parse(container.startedAt);
    return hasAnswered || startedMs - Date.parse(container.startedAt) >= deps.timings.settleMs;
  }

  function lastAnswerAt(): number {
    return holdings.listener?.proxy.activity().lastAnswerAt ?? 0;
  }
}

async function connect(
  container: ContainerDetails,
  revision: Revision,
  context: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { holdings, memory } = context;
  const listener = await listenerFor(revision, context);
  if (revision.request.transport === "stdio") {
    if (!holdings.attachments.has(container.id)) await attachTo(container.id, context, { signal });
    const attachment = holdings.attachments.get(container.id)!;
    // The proxy owns the attachment from here on and ends it when another upstream takes its place.
    holdings.attachments.delete(container.id);
    listener.proxy.connect({ kind: "stdio", run: runOf(container), ...tapEnd(attachment, container.id, context) });
  } else {
    const { address } = container;
    if (!address) throw new Error(`container "${container.name}" has no address`);
    listener.proxy.connect({ kind: "http", origin: `http://${address.host}:${address.port}` });
  }
  memory.connectedTo = container.id;
}

async function listenerFor(revision: Revision, { deps, holdings, memory }: StepContext): Promise<Listener> {
  if (holdings.listener?.key === listenerKey(revision)) return holdings.listener;
  const old = holdings.listener;
  const spare = takeSpare(holdings, revision);
  // The same port spoken in another way can only be opened once the old listener is gone.
  await old?.[Symbol.asyncDispose]();
  holdings.listener = undefined;
  memory.isListening = false;
  holdings.listener = spare ?? (await deps.openListener(revision));
  memory.isListening = true;
  return holdings.listener;
}

/**
 * Passes an attachment on and hears its end: the server exited, or the engine went away. Calls wait from then on
 * until it is known which, and whether it comes back.
 */
function tapEnd(attachment: Attachment, id: ContainerId, context: StepContext): Attachment {
  return {
    write: (bytes) => attachment.write(bytes),
    pause: () => attachment.pause(),
    resume: () => attachment.resume(),
    open: (listeners) =>
      attachment.open({
        onStdout: (bytes) => listeners.onStdout(bytes),
        onStderr: (bytes) => listeners.onStderr(bytes),
        onDrain: () => listeners.onDrain(),
        onEnd: () => {
          listeners.onEnd();
          if (context.memory.connectedTo === id) {
            disconnect(context, "the server ended");
            context.holdings.listener?.proxy.hold();
          }
          context.wake();
        },
      }),
    [Symbol.dispose]: () => attachment[Symbol.dispose](),
  };
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

export function disconnect({ holdings, memory }: Pick<StepContext, "holdings" | "memory">, reason: string): void {
  memory.connectedTo = undefined;
  holdings.listener?.proxy.disconnect(reason);
}

export async function closeListeners({ holdings, memory }: Pick<StepContext, "holdings" | "memory">): Promise<void> {
  const open = [holdings.listener, holdings.spare];
  holdings.listener = undefined;
  holdings.spare = undefined;
  memory.isListening = false;
  memory.connectedTo = undefined;
  for (const listener of open) await listener?.[Symbol.asyncDispose]();
}

function takeSpare(holdings: Holdings, revision: Revision): Listener | undefined {
  if (holdings.spare?.key !== listenerKey(revision)) return undefined;
  const { spare } = holdings;
  holdings.spare = undefined;
  return spare;
}

export const isAppError = (error: unknown): error is AppError => (error as AppError | undefined)?.name === "AppError";
