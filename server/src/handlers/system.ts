import { openApiDocument } from "@toolhaven/contract/openapi";
import type { Handler } from "@toolhaven/contract/route";
import type { systemRoutes } from "@toolhaven/contract/system-routes";

type SystemHandlers = { readonly [Id in keyof typeof systemRoutes]: Handler<(typeof systemRoutes)[Id]> };

export function systemHandlers({ version }: { version: string }): SystemHandlers {
  let document: Record<string, unknown> | undefined;
  return {
    getHealth: () => undefined,
    getVersion: () => ({ version }),
    // Made when first asked for: it costs some milliseconds that a start does not need.
    getOpenApi: () => (document ??= openApiDocument({ version })),
  };
}
