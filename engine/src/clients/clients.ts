import type { ClientStatusList, RegisteredClient } from "@toolhaven/contract/client";
import type { ClientType } from "@toolhaven/contract/client-type";
import { AppError, notFound } from "@toolhaven/contract/errors";
import type { Group } from "@toolhaven/contract/group";
import type { Log } from "../log.ts";
import type { ClientFacts } from "./catalogue.ts";
import { type Disk, realDisk } from "./disk.ts";
import { isInstalled } from "./installed.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { openRecords, type Records } from "./records.ts";
import type { OfferedWorkload } from "./targets.ts";
import { stagingTagOf } from "./update-file.ts";

/** Which clients are registered with which group. */
export interface GroupRegistrations {
  /** Sorted by name. */
  list(): readonly Group[];
  /** Saved when it resolves; one after the other per group. Rejects with `not_found`. */
  update(name: string, change: (clients: readonly ClientType[]) => readonly ClientType[]): Promise<void>;
}

export interface ClientsDeps {
  readonly groups: GroupRegistrations;
  /** Every workload whose entry should exist now. */
  readonly offered: () => readonly OfferedWorkload[];
  readonly catalogue: readonly ClientFacts[];
  /** For the records of what was edited, and for nothing else. */
  readonly recordsFolder: string;
  readonly log: Log;
  readonly disk?: Disk;
  readonly records?: Records;
  readonly retryAfterMs?: (failures: number) => number;
}

/**
 * The AI applications of this machine, which of them are offered which groups, and their settings. Whoever holds up
 * changes of a group must not wait for a call here: registering waits for such changes.
 */
export interface Clients extends AsyncDisposable {
  list(): RegisteredClient[];
  discover(): Promise<ClientStatusList>;
  /**
   * The entries are there when it resolves. All of it happens or nothing.
   * @throws AppError `not_found` for an unknown group, `invalid_input` for a client whose settings cannot be edited
   */
  register(names: readonly ClientType[], groups: readonly string[]): Promise<RegisteredClient[]>;
  /**
   * The entries are gone when it resolves. No groups means all of them.
   * @throws AppError `not_found` for an unknown group, before anything changed; `invalid_input` when the settings cannot
   * be edited, and unregistered it is nevertheless
   */
  unregister(names: readonly ClientType[], groups: readonly string[]): Promise<void>;
  /** @throws AppError `not_found` as well, for an unknown group and for a client that is not registered with it */
  unregisterFromGroup(name: ClientType, group: string): Promise<void>;
  /** Something may have changed: compares what should be in the settings with what is, until that is so. */
  sync(): void;
  /** Resolves when nothing is being done. Waiting for another try is not doing. */
  settled(): Promise<void>;
}

export async function openClients(deps: ClientsDeps): Promise<Clients> {
  const { groups, catalogue, recordsFolder, disk = realDisk, retryAfterMs = backOff } = deps;
  const records = deps.records ?? (await openRecords(recordsFolder));
  const keeper = createKeeper({
    ...deps,
    groupsOf,
    disk,
    records,
    retryAfterMs,
    stagingTag: stagingTagOf(recordsFolder),
  });
  const { inTurn, sync, settled } = keeper;

  return {
    sync,
    settled,
    [Symbol.asyncDispose]: () => keeper[Symbol.asyncDispose](),

    list() {
      const registered = catalogue.map(({ type }) => ({ name: type, groups: [...groupsOf(type)] }));
      return registered.filter((client) => client.groups.length > 0).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    async discover() {
      const statuses = catalogue.map(async (facts) => ({
        client_type: facts.type,
        installed: await isInstalled(facts, { disk, records }),
        registered: groupsOf(facts.type).size > 0,
      }));
      return { clients: await Promise.all(statuses) };
    },

    register: (names, wished) =>
      inTurn(async () => {
        const [only, joining] = [new Set(names), new Set(wished)];
        refuseUnknown(joining);
        await mustWork(keeper, { only, joining, isRehearsal: true });
        try {
          // Entries first: a client is registered only when its settings could be edited.
          await mustWork(keeper, { only, joining, isForced: true });
          await join(only, joining);
        } catch (error) {
          sync();
          throw error;
        }
        return [...only].map((name) => ({ name, groups: [...joining] }));
      }),

    unregister: (names, wished) =>
      inTurn(async () => {
        const only = new Set(names);
        refuseUnknown(wished);
        const left = groups.list().filter(({ name }) => wished.length === 0 || wished.includes(name));
        for (const { name } of left) await leave(only, name);
        await takeAway(only);
      }),

    unregisterFromGroup: (name, group) =>
      inTurn(async () => {
        const found = groups.list().find((candidate) => candidate.name === group);
        if (!found) throw notFound("group", group);
        if (!found.registered_clients.includes(name)) {
          throw new AppError("not_found", `client "${name}" is not registered with group "${group}"`);
        }
        await leave(new Set([name]), group);
        await takeAway(new Set([name]));
      }),
  };

  function refuseUnknown(wished: Iterable<string>): void {
    const known = new Set(groups.list().map(({ name }) => name));
    for (const group of wished) if (!known.has(group)) throw notFound("group", group);
  }

  function groupsOf(type: ClientType): ReadonlySet<string> {
    const joined = groups.list().filter(({ registered_clients: members }) => members.includes(type));
    return new Set(joined.map(({ name }) => name));
  }

  /** A group that cannot be joined, because it has just gone, undoes the others. */
  async function join(only: ReadonlySet<ClientType>, joining: ReadonlySet<string>): Promise<void> {
    const added = new Map<string, ReadonlySet<ClientType>>();
    try {
      for (const group of joining) {
        await groups.update(group, (members) => {
          const fresh = [...only].filter((name) => !members.includes(name));
          added.set(group, new Set(fresh));
          return [...members, ...fresh];
        });
      }
    } catch (error) {
      for (const [group, fresh] of added) await leave(fresh, group);
      throw error;
    }
  }

  async function leave(only: ReadonlySet<ClientType>, group: string): Promise<void> {
    try {
      await groups.update(group, (members) => members.filter((name) => !only.has(name)));
    } catch (error) {
      // The group went first, and its registrations with it.
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
    }
  }

  async function takeAway(only: ReadonlySet<ClientType>): Promise<void> {
    try {
      await mustWork(keeper, { only });
    } catch (error) {
      sync();
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, {
        cause: error,
        hint: "it is unregistered; its entries go as soon as its settings can be edited",
      });
    }
  }
}

async function mustWork(keeper: Keeper, how: Parameters<Keeper["round"]>[0]): Promise<void> {
  const [failure] = await keeper.round(how);
  if (failure !== undefined) throw failure;
}

/** One second, doubled up to five minutes. */
const backOff = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 300_000);
