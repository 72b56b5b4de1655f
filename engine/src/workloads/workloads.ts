import { AppError, notFound } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import type { RunConfig } from "@toolhaven/contract/run-config";
import { Scope } from "@toolhaven/contract/scope";
import type { CreateWorkload, UpdateWorkload } from "@toolhaven/contract/create-workload";
import type { BulkTarget, CreatedWorkload, Workload, WorkloadDetails } from "@toolhaven/contract/workload";
import { type WorkloadName, workloadNameFrom } from "@toolhaven/contract/workload-name";
import type { ContainerRuntime } from "../runtime/runtime.ts";
import { untilAborted } from "../wait.ts";
import { type AcceptDeps, acceptRequest } from "./accept.ts";
import { type Definition, inGroup, isRemote, type ResolvedRequest, type Revision } from "./definition.ts";
import type { Listener } from "./listener.ts";
import { onFreePort } from "./ports.ts";
import type { StatusReport } from "./status.ts";
import type { Supervisor } from "./supervisor.ts";
import { type OfferedWorkload, toOffered, toRunConfig, toWorkload, toWorkloadDetails } from "./view.ts";

export interface WorkloadDeps extends AcceptDeps {
  readonly instance: string;
  readonly runtime: ContainerRuntime;
  readonly supervisors: Map<WorkloadName, Supervisor>;
  readonly save: (definition: Definition) => Promise<void>;
  readonly supervise: (definition: Definition, options?: { listener?: Listener }) => Supervisor;
  readonly openListener: (revision: Revision) => Promise<Listener>;
}

/** What can be asked of workloads. Reads look at what is known and change nothing; wishes return once saved. */
export interface Workloads {
  list(filter: { all: boolean; group?: string | undefined }): Workload[];
  get(name: WorkloadName): WorkloadDetails;
  status(name: WorkloadName): StatusReport;
  /** The last 100 lines of the server's output, stderr included. */
  logs(name: WorkloadName, options: { signal: AbortSignal }): Promise<string>;
  exportConfig(name: WorkloadName): RunConfig;
  create(request: CreateWorkload, options: { signal: AbortSignal }): Promise<CreatedWorkload>;
  edit(name: WorkloadName, request: UpdateWorkload, options: { signal: AbortSignal }): Promise<CreatedWorkload>;
  stop(name: WorkloadName): Promise<void>;
  restart(name: WorkloadName): Promise<void>;
  remove(name: WorkloadName): Promise<void>;
  /** Resolves when all of them are gone for good. */
  removed(names: readonly WorkloadName[], options: { signal: AbortSignal }): Promise<void>;
  /** Changes nothing of what runs. */
  move(name: WorkloadName, group: string): Promise<void>;
  /** All workloads of a group, those on their way out included. */
  members(group: string): WorkloadName[];
  /** The workloads that clients should know now. */
  offered(): OfferedWorkload[];
  /** Every workload a target means; an unknown name or group is refused before anything happens. */
  select(target: BulkTarget): WorkloadName[];
}

const LOG_LINES = 100;

export function createWorkloads(deps: WorkloadDeps): Workloads {
  const { supervisors } = deps;
  /** Names whose creation is under way: the second of two equal requests is told at once. */
  const reserved = new Set<string>();

  return {
    list({ all, group }) {
      if (group !== undefined && !deps.hasGroup(group)) throw notFound("group", group);
      return sorted()
        .map((supervisor) => toWorkload(supervisor.definition(), supervisor.status()))
        .filter((workload) => all || workload.status === "running")
        .filter((workload) => group === undefined || workload.group === group);
    },
    get: (name) => toWorkloadDetails(find(name).definition(), find(name).status()),
    status: (name) => find(name).status(),
    exportConfig: (name) => toRunConfig(find(name).definition(), deps.instance),
    async logs(name, { signal }) {
      const { current } = find(name).definition();
      if (isRemote(current.request)) {
        throw new AppError("not_found", `workload "${name}" runs elsewhere and has no logs here`);
      }
      const containers = find(name).containers();
      const newest = containers.find(({ state }) => state === "running") ?? containers.at(-1);
      return newest ? deps.runtime.logs(newest.id, { tail: LOG_LINES, signal }) : "";
    },
    create,
    edit,
    stop: (name) => wish(name, (definition) => ({ ...definition, desired: "stopped", restart: false })),
    restart: (name) => wish(name, (definition) => ({ ...definition, desired: "running", restart: true })),
    remove: (name) => wish(name, (definition) => ({ ...definition, desired: "removed" })),
    async removed(names, { signal }) {
      const leaving = names.map((name) => supervisors.get(name)).filter((supervisor) => supervisor !== undefined);
      // Without an engine the wait would be for as long as there is none.
      if (leaving.some((supervisor) => !isRemote(supervisor.definition().current.request))) {
        await deps.runtime.probe({ signal });
      }
      await Promise.all(names.map((name) => wish(name, (definition) => ({ ...definition, desired: "removed" }))));
      await untilAborted(Promise.all(leaving.map(({ gone }) => gone)), signal);
    },
    move: async (name, group) => supervisors.get(name)?.amend((definition) => inGroup(definition, group)),
    members,
    offered: () =>
      sorted()
        .filter((supervisor) => supervisor.isOffered())
        .map((supervisor) => toOffered(supervisor.definition())),
    select(target) {
      if ("names" in target) {
        for (const name of target.names) find(name);
        return [...new Set(target.names)];
      }
      if (!deps.hasGroup(target.group)) throw notFound("group", target.group);
      return members(target.group);
    },
  };

  function members(group: string): WorkloadName[] {
    return sorted()
      .map((supervisor) => supervisor.definition())
      .filter(({ current }) => current.request.group === group)
      .map(({ name }) => name);
  }

  function sorted(): Supervisor[] {
    return [...supervisors.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, supervisor]) => supervisor);
  }

  function find(name: WorkloadName): Supervisor {
    const supervisor = supervisors.get(name);
    if (!supervisor) throw notFound("workload", name);
    return supervisor;
  }

  /** A workload that is being removed takes no other wish. */
  async function wish(name: WorkloadName, change: (definition: Definition) => Definition): Promise<void> {
    await find(name).change((definition) => (definition.desired === "removed" ? definition : change(definition)));
  }

  async function create(asked: CreateWorkload, { signal }: { signal: AbortSignal }): Promise<CreatedWorkload> {
    const name = asked.name ?? freeNameFor(asked);
    refuseTaken(name);
    reserved.add(name);
    try {
      const accepted = await acceptRequest(asked, { name, signal, deps });
      await replaceFailed(name);
      await using undo = new Scope();
      const { revision, listener } = await openRevision(accepted, { number: Date.now(), port: asked.proxy_port });
      undo.use(listener);
      const definition: Definition = {
        format: 1,
        name,
        created_at: new Date().toISOString(),
        desired: "running",
        restart: false,
        current: revision,
      };
      await deps.save(definition);
      undo.release();
      const supervisor = deps.supervise(definition, { listener });
      // The group may have gone while this was written; then it took its workloads to the default one.
      if (!deps.hasGroup(revision.request.group)) await supervisor.amend((made) => inGroup(made, PRODUCT.defaultGroup));
      supervisor.wake();
      return { name, port: revision.port };
    } finally {
      reserved.delete(name);
    }
  }

  async function edit(
    name: WorkloadName,
    asked: UpdateWorkload,
    { signal }: { signal: AbortSignal },
  ): Promise<CreatedWorkload> {
    const supervisor = find(name);
    const before = supervisor.definition();
    if (before.desired === "removed") throw notFound("workload", name);
    const accepted = await acceptRequest(asked, { name, signal, deps });
    const kept = before.previous ?? before.current;
    const number = Math.max(Date.now(), before.current.number + 1);
    const port = asked.proxy_port || kept.port;
    if (port !== kept.port) refuseClaimed(port, { by: name });

    await using undo = new Scope();
    const revision: Revision = { number, port, ...accepted };
    const needsOwnListener = port !== kept.port && before.desired === "running";
    const spare = needsOwnListener ? undo.use(await deps.openListener(revision)) : undefined;
    // Of what was accepted the group alone can be gone by now.
    if (!deps.hasGroup(asked.group)) throw notFound("group", asked.group);
    await supervisor.change(
      ({ previous, ...definition }) => {
        const serving = previous ?? (supervisor.status().status === "running" ? definition.current : undefined);
        return { ...definition, current: revision, ...(serving && { previous: serving }) };
      },
      spare ? { spare } : {},
    );
    undo.release();
    return { name, port };
  }

  async function openRevision(
    accepted: { request: ResolvedRequest; imageId?: string },
    { number, port }: { number: number; port: number },
  ): Promise<{ revision: Revision; listener: Listener }> {
    const at = async (on: number): Promise<{ revision: Revision; listener: Listener }> => {
      const revision: Revision = { number, port: on, ...accepted };
      return { revision, listener: await deps.openListener(revision) };
    };
    if (port) return at(refuseClaimed(port, { by: accepted.request.name }));
    return onFreePort(claimedPorts(), at);
  }

  function claimedPorts(): Set<number> {
    return new Set([...supervisors.values()].map((supervisor) => supervisor.definition().current.port));
  }

  /** A stopped workload's port looks free and is not: it would be missing at the next start. */
  function refuseClaimed(port: number, { by }: { by: WorkloadName }): number {
    const owner = sorted().find((supervisor) => supervisor.definition().current.port === port);
    if (!owner || owner.definition().name === by) return port;
    throw new AppError(
      "invalid_input",
      `invalid "proxy_port": ${port} belongs to workload "${owner.definition().name}"; choose another, or 0 for any`,
    );
  }

  function refuseTaken(name: string): void {
    const existing = supervisors.get(name as WorkloadName);
    if (reserved.has(name) || (existing && existing.status().status !== "error")) {
      throw new AppError("already_exists", `workload "${name}" already exists`, {
        hint: "delete it, edit it, or choose another name",
      });
    }
  }

  /** A workload that ended in error gives its name up to a new one. */
  async function replaceFailed(name: WorkloadName): Promise<void> {
    const failed = supervisors.get(name);
    if (!failed) return;
    await wish(name, (definition) => ({ ...definition, desired: "removed" }));
    await failed.gone;
  }

  function freeNameFor({ image, url }: CreateWorkload): WorkloadName {
    const base = workloadNameFrom(image ?? url ?? "");
    for (let count = 1; ; count += 1) {
      const name = (count === 1 ? base : `${base}-${count}`) as WorkloadName;
      if (!reserved.has(name) && !supervisors.has(name)) return name;
    }
  }
}
