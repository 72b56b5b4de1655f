import type { ContainerDetails } from "../runtime/runtime.ts";
import type { Definition } from "./definition.ts";
import { revisionOf } from "./labels.ts";
import { runOf } from "./plan.ts";

/** Tells servers that ended by themselves from those that were ended, each run once. */
export interface ExitWatch {
  /** The container of the current revision, if its run ended by itself since the last look. */
  news(definition: Definition, containers: readonly ContainerDetails[]): ContainerDetails | undefined;
  /** Whatever ended until the next look is no news: the wish changed, and with it what counts. */
  forgive(): void;
}

export function createExitWatch(): ExitWatch {
  /** The last run whose end is known. `undefined` until there was a look. */
  let accountedRun: string | undefined;

  return {
    forgive() {
      accountedRun = undefined;
    },
    news({ current, desired, restart }, containers) {
      const mine = containers.find(({ labels }) => revisionOf(labels) === current.number);
      if (!mine) return undefined;
      const hasEnded = mine.state === "exited" || mine.state === "dead";
      const isWanted = desired === "running" && !restart;
      const isNews = hasEnded && isWanted && accountedRun !== undefined && accountedRun !== runOf(mine);
      accountedRun = hasEnded ? runOf(mine) : (accountedRun ?? "");
      return isNews ? mine : undefined;
    },
  };
}
