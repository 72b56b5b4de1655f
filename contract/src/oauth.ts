import { z } from "zod";
import { HttpUrl } from "./http-url.ts";
import { PortOrAny } from "./port.ts";
import { withoutBlanks } from "./request-body.ts";
import { SecretPointer } from "./secret.ts";

/** What OpenID Connect asks for when nothing else is said. */
export const OIDC_SCOPES: readonly string[] = ["openid", "profile", "email"];

const endpoints = {
  issuer: HttpUrl.optional().describe("An OpenID Connect issuer; the endpoints are found from it."),
  authorize_url: HttpUrl.optional().describe("Needed when there is no issuer."),
  token_url: HttpUrl.optional().describe("Needed when there is no issuer."),
  client_id: z.string().optional().describe("We register ourselves when it is left out."),
  scopes: z.array(z.string()).optional().describe("With an issuer: openid, profile and email when left out."),
  oauth_params: z.record(z.string(), z.string()).optional().describe("Added to the address of the log-in page."),
};

const Config = z
  .object({
    ...endpoints,
    client_secret: SecretPointer.optional().describe("A reference into the secret store, never the value."),
    use_pkce: z.boolean().default(true),
    callback_port: PortOrAny.default(0).describe("Where the log-in returns to; 0 takes any free port."),
    skip_browser: z.boolean().default(false).describe("Show the log-in address instead of opening it."),
  })
  .refine(({ authorize_url, token_url }) => (authorize_url === undefined) === (token_url === undefined), {
    error: `give both "authorize_url" and "token_url", or neither`,
  });

/** How we log in to a remote server. */
export const RemoteOAuthConfig = z
  .preprocess((value: z.input<typeof Config>) => withOidcScopes(withoutBlanks(value)), Config)
  .meta({ id: "RemoteOAuthConfig", description: "How to log in to a remote server." });
export type RemoteOAuthConfig = z.infer<typeof RemoteOAuthConfig>;

/** What a registry knows about logging in to a remote server. */
export const RegistryOAuthConfig = z
  .looseObject({ ...endpoints, use_pkce: z.boolean().optional(), callback_port: PortOrAny.optional() })
  .meta({ id: "RegistryOAuthConfig" });
export type RegistryOAuthConfig = z.infer<typeof RegistryOAuthConfig>;

function withOidcScopes(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { issuer, scopes } = value as { issuer?: unknown; scopes?: unknown };
  const isSilent = scopes === undefined || (Array.isArray(scopes) && scopes.length === 0);
  return issuer && isSilent ? { ...value, scopes: OIDC_SCOPES } : value;
}
