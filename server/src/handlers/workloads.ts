import type { workloadRoutes } from "@toolhaven/contract/workload-routes";
import type { Handler } from "@toolhaven/contract/route";
import type { Workloads } from "@toolhaven/engine/workloads/workloads";

type WorkloadHandlers = { readonly [Id in keyof typeof workloadRoutes]: Handler<(typeof workloadRoutes)[Id]> };

/** A route reads, calls, answers; anything longer belongs in the engine. */
export function workloadHandlers(workloads: Workloads): WorkloadHandlers {
  return {
    listWorkloads: ({ query }) => ({ workloads: workloads.list(query) }),
    createWorkload: ({ body, signal }) => workloads.create(body, { signal }),
    getWorkload: ({ params }) => workloads.get(params.name),
    deleteWorkload: ({ params }) => workloads.remove(params.name),
    editWorkload: ({ params, body, signal }) => workloads.edit(params.name, body, { signal }),
    stopWorkload: ({ params }) => workloads.stop(params.name),
    restartWorkload: ({ params }) => workloads.restart(params.name),
    exportWorkload: ({ params }) => workloads.exportConfig(params.name),
    getWorkloadLogs: ({ params, signal }) => workloads.logs(params.name, { signal }),
    getWorkloadStatus: ({ params }) => ({ status: workloads.status(params.name).status }),
    stopWorkloads: ({ body }) => forEach(workloads.select(body), workloads.stop),
    restartWorkloads: ({ body }) => forEach(workloads.select(body), workloads.restart),
    deleteWorkloads: ({ body }) => forEach(workloads.select(body), workloads.remove),
  };
}

/** All of them at once; the first failure is told after every other wish was saved. */
async function forEach<T>(names: readonly T[], wish: (name: T) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(names.map(wish));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
