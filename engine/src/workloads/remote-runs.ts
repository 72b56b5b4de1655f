import type { ContainerDetails, ContainerId } from "../runtime/runtime.ts";
import { LABEL } from "./labels.ts";
import type { Revision } from "./definition.ts";

/**
 * A remote server runs without us. While a workload should be connected to one, an entry here stands for it in the
 * picture that is planned from, next to the containers: made and ended by the same steps.
 */
export interface RemoteRuns {
  all(): readonly ContainerDetails[];
  has(id: ContainerId): boolean;
  start(revision: Revision): void;
  end(id: ContainerId): void;
}

export function createRemoteRuns(now: () => Date): RemoteRuns {
  const runs = new Map<ContainerId, ContainerDetails>();
  return {
    all: () => [...runs.values()],
    has: (id) => runs.has(id),
    start({ number, request }) {
      const id = `remote-${number}` as ContainerId;
      runs.set(id, {
        id,
        name: request.name,
        labels: { [LABEL.revision]: String(number) },
        state: "running",
        image: "",
        startedAt: now().toISOString(),
        exitCode: undefined,
        outOfMemory: false,
        address: undefined,
      });
    },
    end: (id) => void runs.delete(id),
  };
}
