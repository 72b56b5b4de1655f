import type { Handlers } from "@toolhaven/contract/routes";
import type { Engine } from "@toolhaven/engine/open-engine";
import { clientHandlers } from "./clients.ts";
import { groupHandlers } from "./groups.ts";
import { registryHandlers } from "./registry.ts";
import { secretHandlers } from "./secrets.ts";
import { systemHandlers } from "./system.ts";
import { workloadHandlers } from "./workloads.ts";

/** Every call of the contract; the type proves that none is missing. */
export const allHandlers = ({ version, ...engine }: Omit<Engine, symbol> & { version: string }): Handlers => ({
  ...systemHandlers({ version }),
  ...workloadHandlers(engine.workloads),
  ...groupHandlers(engine.groups),
  ...registryHandlers(engine.registries),
  ...secretHandlers(engine.secrets),
  ...clientHandlers(engine.clients),
});
