import type { Workload } from "@toolhaven/contract/workload";
import { call } from "./api.ts";
import type { Daemon } from "./daemon.ts";

type Outcome = "running" | "stopped" | "gone";

/**
 * What the server owes us. Before an answer both the old and the new outcome are right; once a wish was
 * acknowledged only the new one is, whatever happens to the server afterwards.
 */
export interface Ledger {
  names(): string[];
  /** Sends a wish; a server that dies in the middle of it is no failure. */
  create(daemon: Daemon, name: string, request: object): Promise<void>;
  stop(daemon: Daemon, name: string): Promise<void>;
  restart(daemon: Daemon, name: string): Promise<void>;
  remove(daemon: Daemon, name: string): Promise<void>;
  /** Where a list breaks a promise. */
  broken(workloads: readonly Workload[]): string[];
}

const WORKLOADS = "/api/v1beta/workloads";

export function createLedger(): Ledger {
  const owed = new Map<string, Set<Outcome>>();

  return {
    names: () => [...owed.keys()].filter((name) => !isOnly(name, "gone")),
    create: (daemon, name, request) => wish(daemon, name, "running", ["POST", "", { name, ...request }]),
    stop: (daemon, name) => wish(daemon, name, "stopped", ["POST", `/${name}/stop`]),
    restart: (daemon, name) => wish(daemon, name, "running", ["POST", `/${name}/restart`]),
    remove: (daemon, name) => wish(daemon, name, "gone", ["DELETE", `/${name}`]),
    broken(workloads) {
      const found = new Map(workloads.map((workload) => [workload.name as string, workload]));
      const strangers = [...found.keys()].filter((name) => !owed.has(name));
      const wrong = [...owed].flatMap(([name, outcomes]) => {
        const now = found.get(name)?.status ?? "gone";
        return outcomes.has(now as Outcome) ? [] : [`${name} is ${now}, owed ${[...outcomes].join(" or ")}`];
      });
      return [...wrong, ...strangers.map((name) => `${name} was never asked for`)];
    },
  };

  function isOnly(name: string, outcome: Outcome): boolean {
    const outcomes = owed.get(name);
    return outcomes?.size === 1 && outcomes.has(outcome);
  }

  async function wish(
    daemon: Daemon,
    name: string,
    outcome: Outcome,
    [method, path, body]: readonly [method: string, path: string, body?: object],
  ): Promise<void> {
    const before = owed.get(name) ?? new Set<Outcome>(["gone"]);
    owed.set(name, new Set([...before, outcome]));
    const reply = await call(daemon, method, `${WORKLOADS}${path}`, body).catch(() => undefined);
    if (reply && reply.status < 300) owed.set(name, new Set([outcome]));
    // A refusal changes nothing: 404 for a workload whose removal was under way, 409 for a second creation.
    else if (reply) owed.set(name, before);
  }
}
