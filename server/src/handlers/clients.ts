import type { clientRoutes } from "@toolhaven/contract/client-routes";
import type { Handler } from "@toolhaven/contract/route";
import type { Clients } from "@toolhaven/engine/clients/clients";

type ClientHandlers = { readonly [Id in keyof typeof clientRoutes]: Handler<(typeof clientRoutes)[Id]> };

export function clientHandlers(clients: Clients): ClientHandlers {
  return {
    listClients: () => clients.list(),
    registerClient: async ({ body }) => {
      const [registered] = await clients.register([body.name], body.groups);
      return registered ?? body;
    },
    unregisterClient: ({ params }) => clients.unregister([params.name], []),
    unregisterClientFromGroup: ({ params }) => clients.unregisterFromGroup(params.name, params.group),
    registerClients: ({ body }) => clients.register(body.names, body.groups),
    unregisterClients: ({ body }) => clients.unregister(body.names, body.groups),
    discoverClients: () => clients.discover(),
  };
}
