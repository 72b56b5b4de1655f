import { schemasOf } from "@toolhaven/contract/openapi-schemas";
import { PRODUCT } from "@toolhaven/contract/product";
import { RegistryDocument } from "@toolhaven/contract/registry";
import { type Schema, type Schemas } from "../reference-shape/schema.ts";
import { DESCRIPTIONS } from "./descriptions.ts";

/** Names of what the document holds without naming it. */
const ENTITIES: Readonly<Record<string, (document: Schema) => Schema | undefined>> = {
  ContainerServer: ({ properties }) => properties?.["servers"]?.additionalProperties,
  RemoteServer: ({ properties }) => properties?.["remote_servers"]?.additionalProperties,
  RegistryGroup: ({ properties }) => properties?.["groups"]?.items,
};

export interface RegistrySchema {
  /** The whole as one document of JSON Schema 2020-12. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The same by entity; `Registry` is the file itself. */
  readonly entities: Schemas;
}

/** The schema of a registry file, with every entity under a name and every field described. */
export function registrySchema(): RegistrySchema {
  const { roots, named } = schemasOf(new Map([["document", RegistryDocument]]), "input");
  const document = roots.get("document") as Schema;
  const found = Object.entries(ENTITIES).map(([name, find]) => [name, find(document) ?? {}] as const);
  // A group holds servers, so what is inside of something else comes first.
  const names = new Map(found.map(([name, schema]) => [JSON.stringify(schema), name]));
  const raw = { ...Object.fromEntries(found), ...(Object.fromEntries(named) as Schemas) };
  const defs = Object.fromEntries(
    Object.entries(raw).map(([name, schema]) => [name, describe(name, pointAt(schema, names))]),
  );
  const root = withSchemaKey(pointAt(document, names));
  const whole = describe("Registry", root);
  return {
    document: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: `${PRODUCT.name} registry`,
      ...whole,
      $defs: defs,
    },
    entities: { Registry: whole, ...defs },
  };
}

/** Replaces what has a name by a reference to it; the schema itself keeps its fields. */
function pointAt(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const name = names.get(JSON.stringify(value));
    if (name !== undefined) return { $ref: `#/$defs/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
  };
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, visit(inner)])) as Schema;
}

/** Files may name their schema; unknown fields are kept, so it is allowed, but no reader would learn of it. */
function withSchemaKey(document: Schema): Schema {
  return { ...document, properties: { $schema: { type: "string" }, ...document.properties } };
}

function describe(entity: string, schema: Schema, above = ""): Schema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([key, property]) => {
    const path = above + key;
    const description = DESCRIPTIONS[entity]?.[path] ?? property.description;
    return [key, { ...describe(entity, property, `${path}.`), ...(description && { description }) }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
