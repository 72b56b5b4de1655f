import type { ClientType } from "@toolhaven/contract/client-type";
import type { OfferedWorkload as OfferedAddress } from "../workloads/view.ts";
import type { ClientFacts } from "./catalogue.ts";
import type { Wanted } from "./decide.ts";
import { entryFor } from "./entry.ts";
import { realPathOf } from "./real-path.ts";
import type { WantedEntries } from "./reconcile.ts";
import { explain } from "./update-file.ts";

/** A workload whose entry should be in the settings of its group's clients. */
export interface OfferedWorkload extends OfferedAddress {
  /** When the workload was made: a later one of the same name is another one. */
  readonly created_at: string;
}

/** One settings file and the clients that read it: several do when the user linked them together. */
export interface Target {
  readonly path: string;
  readonly clients: readonly ClientFacts[];
}

/** Files of clients by where they really are, and the clients whose file cannot be found out. */
export async function targetsOf(
  clients: readonly ClientFacts[],
): Promise<{ targets: Target[]; failures: Map<ClientType, unknown> }> {
  const byPath = new Map<string, ClientFacts[]>();
  const failures = new Map<ClientType, unknown>();
  for (const facts of clients) {
    try {
      const path = await realPathOf(facts.file);
      byPath.set(path, [...(byPath.get(path) ?? []), facts]);
    } catch (error) {
      failures.set(facts.type, explain(error, facts.file));
    }
  }
  return { targets: [...byPath].map(([path, sharers]) => ({ path, clients: sharers })), failures };
}

export interface Offers {
  readonly offered: readonly OfferedWorkload[];
  readonly groupsOf: (client: ClientType) => ReadonlySet<string>;
}

/** What a file should hold. Clients that share one and want different fields of one entry both get theirs. */
export function wantedIn({ clients }: Target, { offered, groupsOf }: Offers): WantedEntries {
  const wanted = new Map<string, Map<string, Wanted>>();
  for (const facts of clients) {
    const entries = wanted.get(facts.topKey) ?? new Map<string, Wanted>();
    wanted.set(facts.topKey, entries);
    const groups = groupsOf(facts.type);
    for (const workload of offered.filter(({ group }) => groups.has(group)).toSorted(byName)) {
      const fields = entryFor(facts, workload);
      const other = entries.get(workload.name);
      entries.set(workload.name, {
        fields: { ...fields, ...other?.fields },
        urlKey: other?.urlKey ?? facts.urlKey,
        createdAt: workload.created_at,
      });
    }
  }
  return wanted;
}

const byName = (a: OfferedWorkload, b: OfferedWorkload): number => (a.name < b.name ? -1 : 1);
