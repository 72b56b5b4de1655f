import type { Definition } from "./definition.ts";

/** One workload's definition, on disk and in memory alike; what is written is written one after the other. */
export interface Keeper {
  current(): Definition;
  /** Resolves once saved. A change that comes too late, after `erase`, does not bring the document back. */
  update(change: (definition: Definition) => Definition): Promise<void>;
  erase(): Promise<void>;
}

export interface KeeperDeps {
  readonly save: (definition: Definition) => Promise<void>;
  /** Removes the definition and everything kept beside it. */
  readonly erase: () => Promise<void>;
}

export function createKeeper(first: Definition, deps: KeeperDeps): Keeper {
  let definition = first;
  let isErased = false;
  let writing: Promise<unknown> = Promise.resolve();

  return {
    current: () => definition,
    update: (change) =>
      inTurn(async () => {
        if (isErased) return;
        const changed = change(definition);
        if (changed === definition) return;
        await deps.save(changed);
        definition = changed;
      }),
    erase: () =>
      inTurn(async () => {
        await deps.erase();
        isErased = true;
      }),
  };

  function inTurn(write: () => Promise<void>): Promise<void> {
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  }
}
