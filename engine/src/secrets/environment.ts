import { parseInput } from "@toolhaven/contract/input";
import { SecretsProviderType } from "@toolhaven/contract/secret";
import { z } from "zod";
import { Secret } from "./secret.ts";

export const PASSWORD_VARIABLE = "TOOLHAVEN_SECRETS_PASSWORD";
export const PROVIDER_VARIABLE = "TOOLHAVEN_SECRETS_PROVIDER";
export const TOKEN_VARIABLE = "OP_SERVICE_ACCOUNT_TOKEN";
/** Followed by a secret's name: its value where the provider has none. */
export const FALLBACK_PREFIX = "TOOLHAVEN_SECRET_";

const Variables = z.object({
  [PASSWORD_VARIABLE]: z.string().min(1).optional(),
  [PROVIDER_VARIABLE]: SecretsProviderType.optional(),
  [TOKEN_VARIABLE]: z.string().optional(),
  TOOLHAVEN_DISABLE_ENV_FALLBACK: z.enum(["true", "false"]).default("false"),
});

/** What the environment says about secrets. */
export interface SecretsEnvironment {
  /** Opens the encrypted store without a keyring. */
  readonly password: Secret | undefined;
  /** Wins over the provider that was set up. */
  readonly provider: SecretsProviderType | undefined;
  readonly onePasswordToken: Secret | undefined;
  /** By the name of the secret; empty when switched off. Empty variables count as absent. */
  readonly fallback: ReadonlyMap<string, Secret>;
}

/** @throws AppError `invalid_input` that names the variable and never shows a value of a secret one */
export function secretsEnvironmentFrom(env: Readonly<Record<string, string | undefined>>): SecretsEnvironment {
  const found = parseInput(Variables, env);
  const { [PASSWORD_VARIABLE]: password, [TOKEN_VARIABLE]: token } = found;
  return {
    password: password === undefined ? undefined : new Secret(password),
    provider: found[PROVIDER_VARIABLE],
    onePasswordToken: token ? new Secret(token) : undefined,
    fallback: new Map(found.TOOLHAVEN_DISABLE_ENV_FALLBACK === "true" ? [] : fallbacksIn(env)),
  };
}

function fallbacksIn(env: Readonly<Record<string, string | undefined>>): Array<[string, Secret]> {
  return Object.entries(env).flatMap(([name, value]): Array<[string, Secret]> => {
    const key = name.startsWith(FALLBACK_PREFIX) ? name.slice(FALLBACK_PREFIX.length) : "";
    return key && value ? [[key, new Secret(value)]] : [];
  });
}
