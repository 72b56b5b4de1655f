import { clientRoutes } from "@toolhaven/contract/client-routes";
import { notImplemented } from "@toolhaven/contract/errors";
import { registryRoutes } from "@toolhaven/contract/registry-routes";
import type { Route } from "@toolhaven/contract/route";
import { secretRoutes } from "@toolhaven/contract/secret-routes";

const LATER = { ...clientRoutes, ...registryRoutes, ...secretRoutes };

/** Calls whose shape is settled and whose feature is not there yet: an honest 501 each. */
export function laterHandlers(): { readonly [Id in keyof typeof LATER]: () => never } {
  const refuse =
    ({ method, path }: Route) =>
    (): never => {
      throw notImplemented(`${method.toUpperCase()} ${path}`);
    };
  return Object.fromEntries(Object.entries(LATER).map(([id, route]) => [id, refuse(route)])) as ReturnType<
    typeof laterHandlers
  >;
}
