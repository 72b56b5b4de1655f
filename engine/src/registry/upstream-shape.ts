import { z } from "zod";

/**
 * The `server.json` format of the MCP registry, schema of 2025-12-11. Older drafts spelt fields with underscores and
 * named some of them differently; `currentForm` turns those into this one.
 */
const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const Input = z.looseObject({
  description: z.string().optional(),
  isRequired: z.boolean().default(false),
  isSecret: z.boolean().default(false),
  format: z.string().optional(),
  /** Fixed: not for the user to choose. May hold `{variables}`. */
  value: Text.optional(),
  default: Text.optional(),
  placeholder: Text.optional(),
  choices: z.array(Text).optional(),
});

const Template = Input.extend({ variables: z.record(z.string(), Input).default({}) });
export type Template = z.infer<typeof Template>;

/** A header or a variable of the environment. */
const KeyValue = Template.extend({ name: z.string() });
export type KeyValue = z.infer<typeof KeyValue>;

const Argument = Template.extend({
  type: z.string().optional(),
  name: z.string().optional(),
  valueHint: z.string().optional(),
});
export type Argument = z.infer<typeof Argument>;

const Endpoint = z.looseObject({
  type: z.string().default(""),
  url: z.string().optional(),
  headers: z.array(KeyValue).default([]),
  variables: z.record(z.string(), Input).default({}),
});
export type Endpoint = z.infer<typeof Endpoint>;

const Package = z.looseObject({
  registryType: z.string().default(""),
  registryBaseUrl: z.string().optional(),
  identifier: z.string(),
  version: Text.optional(),
  transport: Endpoint.optional(),
  packageArguments: z.array(Argument).default([]),
  environmentVariables: z.array(KeyValue).default([]),
});
export type Package = z.infer<typeof Package>;

export const ServerJson = z.looseObject({
  name: z.string().min(1),
  description: z.string().default(""),
  title: z.string().optional(),
  version: Text.optional(),
  status: z.string().optional(),
  websiteUrl: z.string().optional(),
  repository: z.looseObject({ url: z.string().optional() }).optional(),
  packages: z.array(Package).default([]),
  remotes: z.array(Endpoint).default([]),
});
export type ServerJson = z.infer<typeof ServerJson>;

/** Fields that had other names, by their present name. */
const FORMERLY: Readonly<Record<string, string>> = {
  registryName: "registryType",
  transportType: "type",
  versionDetail: "version",
};

/** What lies below these belongs to their authors and is not for us to rename. */
const FOREIGN = new Set(["_meta", "x-publisher"]);

/** A document of any draft in the present spelling, without its nulls. */
export function currentForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(currentForm);
  if (typeof value !== "object" || value === null) return value;
  const fields: Array<[string, unknown]> = [];
  for (const [key, field] of Object.entries(value)) {
    if (field === null) continue;
    const camel = key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const present = FORMERLY[camel] ?? camel;
    if (FOREIGN.has(key) || key.startsWith("x-")) fields.push([key, field]);
    else if (key === "variables") fields.push([key, variablesOf(field)]);
    else if (camel === "versionDetail") fields.push([present, (field as { version?: unknown }).version]);
    else fields.push([present, currentForm(field)]);
  }
  const form = Object.fromEntries(fields);
  // Packages were identified by "name" before; every other thing with a name still is.
  if ("registryType" in form && !("identifier" in form) && "name" in form) form["identifier"] = form["name"];
  return form;
}

/** Variables are named by whoever wrote the template. */
function variablesOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, input]) => [name, currentForm(input)]));
}
