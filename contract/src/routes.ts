import { clientRoutes } from "./client-routes.ts";
import { groupRoutes } from "./group-routes.ts";
import { registryRoutes } from "./registry-routes.ts";
import type { Handler } from "./route.ts";
import { secretRoutes } from "./secret-routes.ts";
import { systemRoutes } from "./system-routes.ts";
import { workloadRoutes } from "./workload-routes.ts";

/** Every call of the API, by operation id. Server, documentation and clients are made from it. */
export const ROUTES = {
  ...systemRoutes,
  ...workloadRoutes,
  ...groupRoutes,
  ...clientRoutes,
  ...registryRoutes,
  ...secretRoutes,
} as const;

export type Routes = typeof ROUTES;
export type OperationId = keyof Routes;

/** A server is one of these: `{ … } satisfies Handlers` proves that no call is missing and each fits its route. */
export type Handlers = { readonly [Id in OperationId]: Handler<Routes[Id]> };
