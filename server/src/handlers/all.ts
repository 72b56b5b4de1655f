import type { Handlers } from "@toolhaven/contract/routes";
import type { Workloads } from "@toolhaven/engine/workloads/workloads";
import { laterHandlers } from "./later.ts";
import { systemHandlers } from "./system.ts";
import { workloadHandlers } from "./workloads.ts";

/** Every call of the contract; the type proves that none is missing. */
export const allHandlers = ({ workloads, version }: { workloads: Workloads; version: string }): Handlers => ({
  ...systemHandlers({ version }),
  ...workloadHandlers(workloads),
  ...laterHandlers(),
});
