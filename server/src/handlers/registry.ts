import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import type { registryRoutes } from "@toolhaven/contract/registry-routes";
import type { Handler } from "@toolhaven/contract/route";
import type { Registries } from "@toolhaven/engine/registry/registries";

type RegistryHandlers = { readonly [Id in keyof typeof registryRoutes]: Handler<(typeof registryRoutes)[Id]> };

export function registryHandlers(registries: Registries): RegistryHandlers {
  return {
    listRegistries: async () => ({ registries: await registries.list() }),
    addRegistry: () => {
      const how = `choose where it is read from with PUT ${PRODUCT.apiPath}/registry/default`;
      throw new AppError("not_implemented", `there is only the registry "default"; ${how}`);
    },
    getRegistry: ({ params }) => registries.get(params.name),
    updateRegistry: ({ params, body }) => registries.update(params.name, body),
    deleteRegistry: ({ params }) => registries.remove(params.name),
    listServers: ({ params }) => registries.servers(params.name),
    getServer: ({ params }) => registries.server(params.name, params.serverName),
  };
}
