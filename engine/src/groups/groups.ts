import { AppError, notFound } from "@toolhaven/contract/errors";
import type { CreatedGroup, Group } from "@toolhaven/contract/group";
import { PRODUCT } from "@toolhaven/contract/product";
import type { GroupStore } from "./group-store.ts";

/** What a group's end means for the workloads in it. */
export interface Members<Name> {
  in(group: string): readonly Name[];
  move(name: Name, group: string): Promise<void>;
  /** Resolves when every one of them is gone for good. */
  remove(names: readonly Name[], options: { signal: AbortSignal }): Promise<void>;
}

export interface Groups {
  list(): readonly Group[];
  /** @throws AppError `not_found` */
  get(name: string): Group;
  /** False as well for one that is about to go: nothing may join it any more. */
  has(name: string): boolean;
  create(name: string): Promise<CreatedGroup>;
  /** Its workloads move to the default group, or go first. The group stays when one of them cannot go. */
  remove(name: string, options: { withWorkloads: boolean; signal: AbortSignal }): Promise<void>;
}

export interface GroupsDeps<Name> {
  readonly store: GroupStore;
  readonly members: Members<Name>;
  /** Called after workloads moved or a group went. */
  readonly onChange: () => void;
}

export function createGroups<Name>({ store, members, onChange }: GroupsDeps<Name>): Groups {
  const leaving = new Set<string>();
  const has = (name: string): boolean => store.find(name) !== undefined && !leaving.has(name);

  return {
    list: store.list,
    has,
    get(name) {
      const group = store.find(name);
      if (!group) throw notFound("group", name);
      return group;
    },
    async create(name) {
      await store.create(name);
      return { name };
    },
    async remove(name, { withWorkloads, signal }) {
      if (name === PRODUCT.defaultGroup) {
        throw new AppError(
          "invalid_input",
          `group "${name}" cannot be deleted: workloads without another group are in it`,
        );
      }
      if (!has(name)) throw notFound("group", name);
      leaving.add(name);
      try {
        // Again until empty: a workload may have been on its way in when the door closed.
        for (let names = members.in(name); names.length > 0; names = members.in(name)) {
          if (withWorkloads) await members.remove(names, { signal });
          else await Promise.all(names.map((member) => members.move(member, PRODUCT.defaultGroup)));
        }
        await store.remove(name);
      } finally {
        leaving.delete(name);
        onChange();
      }
    },
  };
}
