import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";

/** Where things of this user lie. */
export interface Places {
  readonly home: string;
  readonly stateFolder: string;
  /** For sockets; `undefined` where the system has no such folder. */
  readonly runtimeFolder: string | undefined;
  /** What the user chose with `config`; may not be there. */
  readonly configFile: string;
}

/** XDG base directories, version 0.8: what is empty or relative counts as not set. */
export function placesFrom(env: Readonly<Record<string, string | undefined>>, home: string): Places {
  const given = (name: string): string | undefined => (env[name]?.startsWith("/") ? env[name] : undefined);
  return {
    home,
    stateFolder: join(given("XDG_STATE_HOME") ?? join(home, ".local", "state"), PRODUCT.prefix),
    runtimeFolder: given("XDG_RUNTIME_DIR"),
    configFile: join(given("XDG_CONFIG_HOME") ?? join(home, ".config"), PRODUCT.prefix, "config.json"),
  };
}
