import { AppError } from "@toolhaven/contract/errors";
import type { WorkloadStatus } from "@toolhaven/contract/workload";
import type { Health } from "@toolhaven/proxy/open-proxy";
import type { Log } from "../log.ts";
import type { ContainerDetails } from "../runtime/runtime.ts";
import { type Definition, isRemote } from "./definition.ts";
import { createExitWatch } from "./exit-watch.ts";
import type { Listener } from "./listener.ts";
import { describeExit, freshMemory, plan, planListening, RESTART_BUDGET } from "./plan.ts";
import { createStatusLine, type StatusReport } from "./status.ts";
import { closeListeners, disconnect } from "./connection.ts";
import { createKeeper, type KeeperDeps } from "./keeper.ts";
import { createRemoteRuns } from "./remote-runs.ts";
import { perform } from "./steps.ts";
import type { Holdings, StepContext, StepDeps } from "./step-context.ts";

export interface SupervisorDeps extends StepDeps, KeeperDeps {
  /** This workload's containers, whatever their revision. */
  readonly observe: (options: { signal: AbortSignal }) => Promise<ContainerDetails[]>;
  /** Called after every change of status or definition, and when the workload is gone. */
  readonly onChange: () => void;
  readonly log: Log;
}

/** Keeps one workload as its definition says: one queue, one step at a time, from what is to what should be. */
export interface Supervisor {
  definition(): Definition;
  status(): StatusReport;
  /** The newest picture of the containers; empty before the first look. */
  containers(): readonly ContainerDetails[];
  /** Saves a changed wish, then acts on it; what is under way is cut short. Resolves once saved. */
  change(update: (definition: Definition) => Definition, options?: { spare?: Listener }): Promise<void>;
  /** Saves a change that does not touch what runs. */
  amend(update: (definition: Definition) => Definition): Promise<void>;
  /** Whether clients should know the workload: it should run, has been ready, and was not given up. */
  isOffered(): boolean;
  /** Look again: something may have changed. */
  wake(): void;
  /** Asks the server behind the proxy for a sign of life and takes the answer into the status. */
  check(options: { signal: AbortSignal }): Promise<void>;
  /** Resolves when the workload is gone for good. */
  readonly gone: Promise<void>;
  /** Lets go of everything in this process; containers run on. */
  close(): Promise<void>;
}

export interface SupervisorStart {
  /** The address, when it is open already. */
  readonly listener?: Listener;
  /** It was there before this process: clients know it. */
  readonly isAdopted?: boolean;
}

/** A call is held through a pause before a restart that is no longer than this. */
const WORTH_WAITING_MS = 2000;
/** One lost ping proves nothing. */
const FAILED_CHECKS = 3;

export function createSupervisor(
  first: Definition,
  deps: SupervisorDeps,
  { listener, isAdopted = false }: SupervisorStart = {},
): Supervisor {
  const { timings } = deps;
  const keeper = createKeeper(first, deps);
  const { name } = first;
  let containers: readonly ContainerDetails[] = [];
  let working: Promise<void> | undefined;
  let isStale = false;
  const closing = new AbortController();
  let isClosed = false;
  let wasReady = isAdopted;
  let pass = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failedChecks = 0;
  let markGone!: () => void;
  const gone = new Promise<void>((resolve) => {
    markGone = resolve;
  });

  const exits = createExitWatch();
  const memory = freshMemory();
  const remotes = createRemoteRuns(() => new Date());
  const holdings: Holdings = { listener, spare: undefined, attachments: new Map(), remotes };
  memory.isListening = listener !== undefined;
  const status = createStatusLine(
    (report) => {
      deps.log.info({ workload: name, ...report }, "workload status");
      if (report.status === "running") wasReady = true;
      deps.onChange();
    },
    () => new Date(),
  );
  if (listener) status.set("starting", "looking at its containers");
  const context: StepContext = {
    deps: { ...deps, releaseResources: () => withoutEngine(deps.releaseResources(), undefined) },
    holdings,
    memory,
    status: { ...status, set: setStatus },
    update,
    erase,
    wake,
    closing: closing.signal,
  };

  return {
    definition: keeper.current,
    status: () => status.report(),
    containers: () => containers,
    wake,
    check,
    gone,
    amend: update,
    isOffered: () => keeper.current().desired === "running" && wasReady && status.report().status !== "error",
    async change(change, { spare } = {}) {
      await update(change);
      if (keeper.current().desired !== "running") wasReady = false;
      Object.assign(memory, { failures: 0, retryAtMs: 0, gaveUp: undefined, probe: undefined, editFailure: undefined });
      exits.forgive();
      if (spare) {
        await holdings.spare?.[Symbol.asyncDispose]();
        holdings.spare = spare;
      }
      pass.abort(new Error("the wish changed"));
      wake();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      pass.abort(new Error("closing"));
      closing.abort(new Error("closing"));
      await working;
      await closeListeners(context);
      for (const attachment of holdings.attachments.values()) attachment[Symbol.dispose]();
    },
  };

  /** While an edit is being staged the old server serves on: the workload runs. */
  function setStatus(next: WorkloadStatus, cause: string): void {
    const isStaging = keeper.current().previous !== undefined && memory.connectedTo !== undefined;
    if (isStaging && next === "starting") status.set("running", `an edit is under way: ${cause}`);
    else status.set(next, cause);
  }

  async function update(change: (current: Definition) => Definition): Promise<void> {
    await keeper.update(change);
    deps.onChange();
  }

  async function erase(): Promise<void> {
    await keeper.erase();
    isClosed = true;
    clearTimeout(timer);
    markGone();
    deps.onChange();
  }

  function wake(): void {
    isStale = true;
    if (isClosed || working) return;
    working = work().finally(() => {
      working = undefined;
      // Woken between the last look and here, while nobody was listening any more.
      if (isStale && !isClosed) wake();
    });
  }

  async function work(): Promise<void> {
    while (isStale && !isClosed) {
      isStale = false;
      clearTimeout(timer);
      pass = new AbortController();
      const { signal } = pass;
      try {
        while (!isClosed && (await advance(signal)));
      } catch (error) {
        if (!signal.aborted) takeFailure(error);
      }
    }
  }

  /** One step; false when there is nothing left to do now. */
  async function advance(signal: AbortSignal): Promise<boolean> {
    const opening = planListening(keeper.current(), memory);
    if (opening) {
      await perform(opening, context, { signal });
      return true;
    }
    containers = [...(await withoutEngine(deps.observe({ signal }), [])), ...remotes.all()];
    noticeExits();
    const step = plan(keeper.current(), containers, memory, Date.now());
    if (step.do === "settle") {
      setStatus(step.status, step.cause);
      // Whoever calls meanwhile is told the same reason, or waits while a server is about to come.
      const comesInMs = step.status === "starting" ? 0 : (step.wakeAtMs ?? Infinity) - Date.now();
      if (!memory.connectedTo && comesInMs > WORTH_WAITING_MS) disconnect(context, step.cause);
      if (step.wakeAtMs !== undefined) wakeAt(step.wakeAtMs);
      return false;
    }
    deps.log.debug({ workload: name, step: step.do }, "workload step");
    await perform(step, context, { signal });
    return true;
  }

  /** A remote server needs no container engine; what an earlier configuration left there waits until one answers. */
  async function withoutEngine<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    const { current, previous = current } = keeper.current();
    const needsEngine = !isRemote(current.request) || !isRemote(previous.request);
    return asked.catch((error: unknown) => {
      if (needsEngine || !isUnavailable(error)) throw error;
      return otherwise;
    });
  }

  function wakeAt(timeMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, Math.max(1, timeMs - Date.now()));
  }

  /** A container that ended by itself is counted once; the budget stops a server that will never stay up. */
  function noticeExits(): void {
    if (memory.connectedTo && !containers.some(({ id, state }) => id === memory.connectedTo && state === "running")) {
      disconnect(context, "the server is not running");
    }
    const ended = exits.news(keeper.current(), containers);
    if (!ended) return;
    if (Date.now() - Date.parse(ended.startedAt) > timings.goodRunMs) memory.failures = 0;
    countFailure(describeExit(ended));
  }

  function countFailure(cause: string): void {
    memory.failures += 1;
    memory.illness = undefined;
    // The first time at once: most crashes are one of a kind.
    const delayMs = memory.failures === 1 ? 0 : timings.firstRetryMs * 2 ** (memory.failures - 2);
    memory.retryAtMs = Date.now() + Math.min(timings.lastRetryMs, delayMs);
    if (memory.failures > RESTART_BUDGET) {
      memory.gaveUp = `${cause} ${memory.failures} times in a row; see its logs, then restart or edit it`;
    }
    deps.log.warn({ workload: name, failures: memory.failures, cause }, "workload failed");
  }

  function takeFailure(error: unknown): void {
    if (isUnavailable(error)) {
      disconnect(context, "the container engine does not answer");
      status.set("unknown", error.message);
      return;
    }
    const cause = error instanceof Error ? error.message : String(error);
    if (!(error instanceof AppError)) deps.log.error({ workload: name, err: error }, "unexpected failure of a step");
    if (keeper.current().desired !== "running") {
      status.set("error", cause);
      wakeAt(Date.now() + timings.lastRetryMs);
      return;
    }
    if (isLasting(error)) memory.gaveUp = cause;
    else countFailure(cause);
    wake();
  }

  async function check({ signal }: { signal: AbortSignal }): Promise<void> {
    const { listener: open } = holdings;
    if (!open || memory.connectedTo === undefined) return;
    const checked = memory.connectedTo;
    const isFresh = Date.now() - open.proxy.activity().lastAnswerAt < timings.recentAnswerMs;
    const health: Health = isFresh ? { healthy: true } : await open.proxy.check({ signal });
    if (checked !== memory.connectedTo) return;
    failedChecks = health.healthy ? 0 : failedChecks + 1;
    const before = memory.illness;
    memory.illness = health.healthy ? undefined : failedChecks < FAILED_CHECKS ? before : health.reason;
    if (memory.illness !== before) wake();
  }
}

const isUnavailable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "runtime_unavailable";

/** Trying again would fail in the same way: the request itself is at fault. */
const isLasting = (error: unknown): boolean =>
  error instanceof AppError && ["invalid_input", "not_found", "not_implemented", "forbidden"].includes(error.code);
