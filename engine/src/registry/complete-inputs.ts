import type { CreateWorkload } from "@toolhaven/contract/create-workload";
import { AppError } from "@toolhaven/contract/errors";
import type { HeaderDefinition } from "@toolhaven/contract/header";
import { quote, quoteAll } from "@toolhaven/contract/quote";
import type { ContainerServer, RegistryHeader, RemoteServer } from "@toolhaven/contract/registry-server";

type Given = Pick<CreateWorkload, "env_vars" | "headers" | "secrets">;

/**
 * The variables of a request with the registry's defaults for those it leaves out. A secret with a variable as its
 * target gives that variable; an empty value gives none that is required.
 * @throws AppError `invalid_input` naming every required variable that is missing
 */
export function completeVariables({ env_vars, secrets }: Given, { name, env_vars: defined = [] }: ContainerServer) {
  const targets = new Set(secrets.map(({ target }) => target));
  const isGiven = (variable: string, required: boolean): boolean =>
    targets.has(variable) || (Object.hasOwn(env_vars, variable) && !(required && env_vars[variable] === ""));
  const open = defined.filter((variable) => !isGiven(variable.name, variable.required));
  const missing = open.filter((variable) => variable.required && variable.default === undefined);
  if (missing.length > 0) throw missingInput(name, { inputs: missing, field: "env_vars" });
  const defaults = open.flatMap((variable) =>
    variable.default === undefined ? [] : [[variable.name, variable.default]],
  );
  return { ...env_vars, ...(Object.fromEntries(defaults) as Record<string, string>) };
}

/**
 * The headers for a remote server: those the registry knows, then others the request has. A request gives a header by
 * its `default`, or by a variable or a secret of its name, with "_" for "-".
 * @throws AppError `invalid_input` for a required header that is missing and for a value that is no choice
 */
export function completeHeaders(given: Given, { name, headers: defined = [] }: RemoteServer): HeaderDefinition[] {
  const asked = byName(given.headers);
  const known = byName(defined);
  const merged = [...known].map(([key, header]) => merge(header, asked.get(key)));
  const elsewhere = new Set([...given.secrets.map(({ target }) => target), ...Object.keys(given.env_vars)].map(keyOf));
  const isOpen = (header: HeaderDefinition): boolean => !header.default && !elsewhere.has(keyOf(header.name));
  const missing = merged.filter((header) => header.required && isOpen(header));
  if (missing.length > 0) throw missingInput(name, { inputs: missing, field: "headers" });
  for (const header of merged) checkChoice(header, name);
  return [...merged, ...given.headers.filter((header) => !known.has(keyOf(header.name)))];
}

/** The first of several by one name counts. */
function byName<T extends { readonly name: string }>(headers: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const header of headers) if (!found.has(keyOf(header.name))) found.set(keyOf(header.name), header);
  return found;
}

/** Header names have no case, and variables no hyphens. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll("-", "_");

/** The registry's word on what the header is, the request's on its value. */
function merge(header: RegistryHeader, asked: HeaderDefinition | undefined): HeaderDefinition {
  const { name, description, required, secret, choices } = header;
  const value = asked?.default ?? header.default;
  return {
    name,
    description: asked?.description ?? description,
    required,
    ...(secret !== undefined && { secret }),
    ...(choices && { choices }),
    ...(value !== undefined && { default: value }),
  };
}

/** The value itself may be a key, so only the choices are told. */
function checkChoice({ name, default: value, choices = [] }: HeaderDefinition, server: string): void {
  if (value === undefined || choices.length === 0 || choices.includes(value)) return;
  const text = `invalid "headers": ${quote(name)} of the registry's server ${quote(server)} must be ${quoteAll(choices)}`;
  throw new AppError("invalid_input", text);
}

interface Missing {
  readonly inputs: ReadonlyArray<{ readonly name: string; readonly secret?: boolean | undefined }>;
  readonly field: "env_vars" | "headers";
}

function missingInput(server: string, { inputs, field }: Missing): AppError {
  const names = inputs.map(({ name }) => quote(name)).join(", ");
  const first = inputs[0];
  const target = first && (field === "headers" ? keyOf(first.name).toUpperCase() : first.name);
  const how = first?.secret
    ? `give a secret with the target "${target}"`
    : `give ${inputs.length === 1 ? "it" : "them"} in "${field}" or as secrets`;
  return new AppError(
    "invalid_input",
    `missing "${field}": the registry's server ${quote(server)} needs ${names}; ${how}`,
  );
}
