import type { Handler } from "@toolhaven/contract/route";
import type { secretRoutes } from "@toolhaven/contract/secret-routes";
import type { Secrets } from "@toolhaven/engine/secrets/secrets";

type SecretHandlers = { readonly [Id in keyof typeof secretRoutes]: Handler<(typeof secretRoutes)[Id]> };

export function secretHandlers(secrets: Secrets): SecretHandlers {
  return {
    setUpSecrets: ({ body }) => secrets.setUp(body),
    getSecretsProvider: () => secrets.provider(),
    listSecrets: () => secrets.list(),
    createSecret: ({ body }) => secrets.create(body),
    updateSecret: ({ params, body }) => secrets.update(params.key, body),
    deleteSecret: ({ params }) => secrets.remove(params.key),
  };
}
