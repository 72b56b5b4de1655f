import type { ServerAnswer } from "@toolhaven/contract/registry";
import { type Api, segment } from "../../api/api.ts";
import type { Context } from "../../program/context.ts";
import { Failure } from "../../program/failure.ts";

interface Request extends Record<string, unknown> {
  env_vars?: Record<string, string>;
  secrets?: Array<{ name: string; target: string }>;
}

/**
 * Asks a person for what a registry's server requires and the line did not give. Secret values go to the store where
 * there is one; where nobody can be asked the server names what is missing.
 */
export async function askMissing(request: Request, api: Api, context: Context): Promise<Request> {
  const { image } = request;
  if (!context.prompts.canAsk || typeof image !== "string" || !/^[a-z0-9][a-z0-9-]*$/.test(image)) return request;
  const found = await api.get<ServerAnswer>(`/registry/default/servers/${segment(image)}`).catch(ignoreUnknown);
  const definitions = found?.server?.env_vars ?? [];
  const env = { ...request.env_vars };
  const secrets = [...(request.secrets ?? [])];
  for (const { name, description, required, secret, default: byDefault } of definitions) {
    const isGiven = name in env || secrets.some(({ target }) => target === name);
    if (!required || isGiven || byDefault !== undefined) continue;
    const value = await context.prompts.text({
      text: `${name}${description ? ` (${description})` : ""}`,
      isSecret: secret === true,
      instead: `pass --${secret ? "secret" : "env"}`,
    });
    const stored = secret ? await store(`${image}-${name.toLowerCase()}`, value, api) : undefined;
    if (stored !== undefined) secrets.push({ name: stored, target: name });
    else env[name] = value;
    if (secret && stored === undefined)
      context.tell(`warning: ${name} is kept in clear; set up secrets with "thv secret setup"`);
  }
  return { ...request, env_vars: env, secrets };
}

/** The name under which the value is kept; `undefined` where there is no store to write to. */
async function store(key: string, value: string, api: Api): Promise<string | undefined> {
  try {
    await api.post("/secrets/default/keys", { key, value });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.exit !== "conflict") return undefined;
    await api.put(`/secrets/default/keys/${segment(key)}`, { value });
  }
  return key;
}

function ignoreUnknown(error: unknown): undefined {
  if (error instanceof Failure && error.exit === "not found") return undefined;
  throw error;
}
