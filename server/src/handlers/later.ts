import { clientRoutes } from "@toolhaven/contract/client-routes";
import { notImplemented } from "@toolhaven/contract/errors";
import type { Route } from "@toolhaven/contract/route";

const LATER = { ...clientRoutes };

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
