import type { HeaderDefinition } from "@toolhaven/contract/header";
import { AppError } from "@toolhaven/contract/errors";
import type { SecretReference } from "@toolhaven/contract/secret";

export interface HeaderWishes {
  readonly headers: readonly HeaderDefinition[];
  readonly env_vars: Readonly<Record<string, string>>;
  readonly secrets: readonly SecretReference[];
}

/**
 * What a remote server is sent with every request. A header's value is the secret whose target names it, else the
 * variable of its name, else its default. Variables have no hyphens: `X_API_KEY` names `X-API-Key`.
 */
export function headerValues(
  { headers, env_vars }: Pick<HeaderWishes, "headers" | "env_vars">,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const bySecret = byHeader(secrets);
  const byVariable = byHeader(env_vars);
  const found = headers.map(({ name, default: byDefault }) => {
    const key = keyOf(name);
    return [name, bySecret.get(key) ?? byVariable.get(key) ?? byDefault] as const;
  });
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

/** @throws AppError `invalid_input` for a value no header takes, a required header without one, and an illegal choice */
export function checkHeaders({ headers, env_vars, secrets }: HeaderWishes): void {
  const known = new Map(headers.map((header) => [keyOf(header.name), header]));
  if (known.size < headers.length) throw invalid(`"headers" names a header twice`);
  for (const variable of Object.keys(env_vars)) {
    if (!known.has(keyOf(variable))) throw invalid(strayText("env_vars", variable));
  }
  for (const { target } of secrets) if (!known.has(keyOf(target))) throw invalid(strayText("secrets", target));

  const secret = new Set(secrets.map(({ target }) => keyOf(target)));
  const plain = new Map(
    Object.entries(headerValues({ headers, env_vars }, {})).map(([name, value]) => [keyOf(name), value]),
  );
  for (const [key, { name, required, choices }] of known) {
    if (secret.has(key)) continue;
    const value = plain.get(key);
    if (value === undefined && required)
      throw invalid(`header "${name}" is required; give it with "secrets" or "env_vars"`);
    if (value !== undefined && /\p{Cc}/u.test(value))
      throw invalid(`the value of header "${name}" holds a control character`);
    if (value !== undefined && choices?.length && !choices.includes(value)) {
      throw invalid(`header "${name}" takes one of ${choices.map((choice) => `"${choice}"`).join(", ")}`);
    }
  }
}

/** Header names have no case, and variables cannot have hyphens. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll("-", "_");

const byHeader = (values: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(values).map(([name, value]) => [keyOf(name), value]));

const strayText = (field: string, name: string): string =>
  `"${field}" gives "${name}", but a remote server has no variables and "headers" names no such header`;

const invalid = (text: string): AppError => new AppError("invalid_input", text);
