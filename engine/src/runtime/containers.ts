import { stat } from "node:fs/promises";
import { AppError } from "@toolhaven/contract/errors";
import { Created, InspectedContainer, ListedContainers } from "./answers.ts";
import { fromInspected, fromListed } from "./container-details.ts";
import { createBody } from "./create-body.ts";
import type { EngineClient, EngineRequest } from "./engine-client.ts";
import { refusal } from "./engine-errors.ts";
import type { EngineFacts } from "./engine-facts.ts";
import { joinFrames } from "./frames.ts";
import { containerCall, DEFAULT_GRACE_SECONDS, within } from "./stop-by-signals.ts";
import type { CallOptions, ContainerId, ContainerRuntime, ContainerSpec, Mount } from "./runtime.ts";

export type Containers = Pick<ContainerRuntime, "list" | "inspect" | "create" | "start" | "stop" | "remove" | "logs">;

/** A removal somebody else began takes this long at most. */
const REMOVAL_LIMIT_MS = 30_000;

/** The life of containers, as calls to the engine. */
export function createContainers(client: EngineClient, { facts }: { facts: () => EngineFacts }): Containers {
  /** Whether the engine has an init, where that is not certain; learned by the first create. */
  let hasInit: boolean | undefined;

  return {
    async list(labels, options) {
      const filters = JSON.stringify({ label: Object.entries(labels).map(([key, value]) => `${key}=${value}`) });
      const request: EngineRequest = { method: "GET", path: "/containers/json", query: { all: "1", filters } };
      const { body } = await client.ask("list containers", request, options);
      return ListedContainers.parse(body)
        .map(fromListed)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    inspect,

    async create(spec, options = {}) {
      const { dialect } = facts();
      if (!dialect.refusesMissingSources) await checkSources(spec.mounts ?? []);
      if (dialect.hasInit || hasInit) return create(spec, { ...options, withInit: true });
      if (hasInit === false) return create(spec, { ...options, withInit: false });
      try {
        const id = await create(spec, { ...options, withInit: true });
        hasInit = true;
        return id;
      } catch (error) {
        if (!(error instanceof AppError && error.code === "internal")) throw error;
        // The missing init has no status of its own; what else fails, fails again.
        const id = await create(spec, { ...options, withInit: false });
        hasInit = false;
        return id;
      }
    },

    async start(id, options) {
      await client.ask("start the container", containerCall(id, "start"), { ...options, also: [304] });
    },

    async stop(id, { graceSeconds = DEFAULT_GRACE_SECONDS, ...options } = {}) {
      const request = { ...containerCall(id, "stop"), query: { t: String(Math.ceil(graceSeconds)) } };
      await client.ask("stop the container", request, { ...options, also: [304, 404] });
    },

    async remove(id, options = {}) {
      const path = `/containers/${encodeURIComponent(id)}`;
      const request: EngineRequest = { method: "DELETE", path, query: { force: "1", v: "1" } };
      const reply = await client.ask("remove the container", request, { ...options, also: [404, 409] });
      if (reply.status !== 409) return;
      // Somebody else's removal is under way; it is gone for the caller only once it is gone.
      const isGone = async (): Promise<boolean> => (await inspect(id, options)) === undefined;
      if (!(await within(REMOVAL_LIMIT_MS, isGone, options))) throw refusal("remove the container", reply);
    },

    async logs(id, { tail, ...options }) {
      const query = { stdout: "1", stderr: "1", tail: String(tail) };
      const path = `/containers/${encodeURIComponent(id)}/logs`;
      const { body } = await client.ask("read the container's logs", { method: "GET", path, query }, options);
      return Buffer.isBuffer(body) ? joinFrames(body) : "";
    },
  };

  async function inspect(id: ContainerId, options?: CallOptions): ReturnType<ContainerRuntime["inspect"]> {
    const request: EngineRequest = { method: "GET", path: `/containers/${encodeURIComponent(id)}/json` };
    const { status, body } = await client.ask("inspect the container", request, { ...options, also: [404] });
    return status === 404 ? undefined : fromInspected(InspectedContainer.parse(body), facts());
  }

  async function create(
    spec: ContainerSpec,
    { withInit, ...options }: CallOptions & { withInit: boolean },
  ): Promise<ContainerId> {
    const { dialect, reachesContainers } = facts();
    const request: EngineRequest = {
      method: "POST",
      path: "/containers/create",
      query: { name: spec.name },
      body: createBody(spec, { dialect, reachesContainers, withInit }),
    };
    const { body } = await client.ask("create the container", request, options);
    return Created.parse(body).Id;
  }
}

async function checkSources(mounts: readonly Mount[]): Promise<void> {
  for (const { source } of mounts) {
    try {
      await stat(source);
    } catch (cause) {
      throw new AppError("invalid_input", `cannot mount "${source}": it does not exist on this machine`, { cause });
    }
  }
}
