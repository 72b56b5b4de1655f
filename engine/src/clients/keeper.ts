import { setTimeout as sleep } from "node:timers/promises";
import type { ClientType } from "@toolhaven/contract/client-type";
import type { Log } from "../log.ts";
import type { ClientFacts } from "./catalogue.ts";
import type { Disk } from "./disk.ts";
import type { Note } from "./reconcile.ts";
import { hasEntries } from "./record.ts";
import type { Records } from "./records.ts";
import { type OfferedWorkload, type Target, targetsOf, wantedIn } from "./targets.ts";
import { updateFile } from "./update-file.ts";

export interface KeeperDeps {
  readonly catalogue: readonly ClientFacts[];
  readonly offered: () => readonly OfferedWorkload[];
  readonly groupsOf: (client: ClientType) => ReadonlySet<string>;
  readonly disk: Disk;
  readonly records: Records;
  readonly stagingTag: string;
  readonly log: Log;
  /** Before files that could not be edited are tried again, by how often in a row that was so. */
  readonly retryAfterMs: (failures: number) => number;
}

export interface Round {
  /** Without it, every file. */
  readonly only?: ReadonlySet<ClientType>;
  /** Groups that those clients are about to join. */
  readonly joining?: ReadonlySet<string>;
  /** See `Situation`. */
  readonly isForced?: boolean;
  readonly isRehearsal?: boolean;
}

/** Keeps settings files as they should be. One thing at a time, so that no file is ever edited twice at once. */
export interface Keeper extends AsyncDisposable {
  /** Waits until everything before is done. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Compares and edits, to be called in turn. Every failure is an answer; the files of others are edited all the same. */
  round(how: Round): Promise<unknown[]>;
  /** Asks for a round over all files soon, and for more of them as long as some fail. */
  sync(): void;
  settled(): Promise<void>;
}

export function createKeeper(deps: KeeperDeps): Keeper {
  const { catalogue, records, log, groupsOf, offered } = deps;
  const closing = new AbortController();
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: closing.signal });
  /** What was said last of each file: the same again is no news. */
  const told = new Map<string, string>();
  let tail: Promise<unknown> = Promise.resolve();
  let isSyncDue = false;
  let failuresInARow = 0;
  let retry: NodeJS.Timeout | undefined;

  return {
    inTurn,
    round,
    sync,
    settled,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("closing"));
      clearTimeout(retry);
      await settled();
    },
  };

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = tail.then(() => {
      closing.signal.throwIfAborted();
      return work();
    });
    tail = next.catch(() => undefined);
    return next;
  }

  async function settled(): Promise<void> {
    for (let seen: unknown; seen !== tail;) {
      seen = tail;
      await tail;
    }
  }

  function sync(): void {
    if (isSyncDue) return;
    isSyncDue = true;
    clearTimeout(retry);
    inTurn(syncNow).catch((error: unknown) => {
      isSyncDue = false;
      if (!closing.signal.aborted) log.error({ err: error }, "clients' settings were not compared");
    });
  }

  async function syncNow(): Promise<void> {
    isSyncDue = false;
    const failures = await round({});
    failuresInARow = failures.length > 0 ? failuresInARow + 1 : 0;
    if (failures.length === 0 || closing.signal.aborted) return;
    retry = setTimeout(sync, deps.retryAfterMs(failuresInARow)).unref();
  }

  async function round({ only, joining, ...how }: Round): Promise<unknown[]> {
    const isConcerned = (type: ClientType): boolean => only?.has(type) ?? groupsOf(type).size > 0;
    const { targets, failures } = await targetsOf(catalogue);
    const errors = [...failures].flatMap(([type, error]) => (isConcerned(type) ? [error] : []));
    for (const error of errors) tell("", error);
    // A link may point elsewhere now: what we put into the old place goes.
    const left = records.paths().filter((path) => !targets.some((target) => target.path === path));
    const all: Target[] = [...targets, ...left.map((path) => ({ path, clients: [] }))];
    const due = all.filter(({ clients }) => !only || clients.some(({ type }) => only.has(type)));
    await Promise.all(due.map(edit));
    return errors;

    async function edit(target: Target): Promise<void> {
      const { path, clients } = target;
      const groups = (type: ClientType) => new Set([...groupsOf(type), ...(only?.has(type) ? (joining ?? []) : [])]);
      const wanted = () => wantedIn(target, { offered: offered(), groupsOf: groups });
      const record = records.find(path);
      const isIdle = !(record && hasEntries(record)) && [...wanted().values()].every((entries) => entries.size === 0);
      if (isIdle && !how.isRehearsal) return;
      const syntax = record?.syntax ?? clients[0]?.format ?? "json";
      try {
        const notes = await updateFile({ ...deps, pause }, { path, syntax, wanted, isForced: false, ...how });
        told.delete(path);
        for (const note of notes) tellNote(path, note);
      } catch (error) {
        errors.push(error);
        if (!how.isRehearsal) tell(path, error);
      }
    }
  }

  function tell(path: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (closing.signal.aborted || told.get(path) === reason) return;
    told.set(path, reason);
    log.warn({ reason }, "a client's settings were not edited");
  }

  function tellNote(file: string, { entry, what }: Note): void {
    const key = `${file}\n${entry}`;
    if (told.get(key) === what) return;
    told.set(key, what);
    log.info({ file, entry }, `an entry of ours: ${what}`);
  }
}
