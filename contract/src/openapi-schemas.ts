import { z } from "zod";

export type Json = z.core.JSONSchema._JSONSchema;

interface Schemas {
  /** One schema per root, most of them a reference. */
  readonly roots: ReadonlyMap<string, Json>;
  /** What the roots refer to, by id. */
  readonly named: ReadonlyMap<string, Json>;
}

const DEFS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

/** The JSON Schemas of what callers send (`input`) or get (`output`). Every schema with an id stands apart. */
export function schemasOf(roots: ReadonlyMap<string, z.ZodType>, io: "input" | "output"): Schemas {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(roots)), {
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
  });
  return {
    roots: new Map(Object.entries(properties)),
    named: new Map(Object.entries($defs)),
  };
}

/** Makes a schema what a reader needs: no less than we know, nothing that a later version would make untrue. */
function tidy(zodSchema: z.core.$ZodTypes, schema: z.core.JSONSchema.BaseSchema): void {
  // A later server may send more fields; a client that was made from this document must not mind.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete schema.additionalProperties;
  // `format` says it; the pattern is long.
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // The converter drops both where parsing changes a value; ours are always as they are sent.
  const { examples, default: sent } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples) && !schema.$ref) schema["examples"] = examples;
  if (sent !== undefined) schema.default = sent;
  if (zodSchema instanceof z.ZodDefault) schema.default = zodSchema.def.defaultValue;
}

/**
 * One set of components for both directions. A schema that reads the same both ways keeps its id; where a default
 * makes a field optional to send and certain to get, the sent one is called `…Input`.
 */
export function mergeComponents(
  asked: Schemas,
  answered: Schemas,
): { schemas: Record<string, Json>; request: Map<string, Json>; answer: Map<string, Json> } {
  const different = differing(asked.named, answered.named);
  const inputName = (id: string): string => (different.has(id) ? `${id}Input` : id);
  const schemas = new Map<string, Json>();
  for (const [id, schema] of asked.named) schemas.set(inputName(id), pointAt(schema, inputName));
  for (const [id, schema] of answered.named)
    schemas.set(
      id,
      pointAt(schema, (name) => name),
    );
  return {
    schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    request: mapValues(asked.roots, (schema) => pointAt(schema, inputName)),
    answer: mapValues(answered.roots, (schema) => pointAt(schema, (name) => name)),
  };
}

/** Ids whose two readings differ, themselves or in what they refer to. */
function differing(asked: Schemas["named"], answered: Schemas["named"]): Set<string> {
  const shared = [...asked.keys()].filter((id) => answered.has(id));
  const found = new Set(shared.filter((id) => JSON.stringify(asked.get(id)) !== JSON.stringify(answered.get(id))));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const id of shared) {
      if ([...referencesIn(asked.get(id))].some((name) => found.has(name))) found.add(id);
    }
  }
  return found;
}

function referencesIn(schema: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") found.push(value.slice(DEFS.length));
    return value;
  });
  return found;
}

function pointAt(schema: Json, nameOf: (id: string) => string): Json {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? COMPONENTS + nameOf(value.slice(DEFS.length)) : value,
  );
  const copy: Json = JSON.parse(text);
  return copy;
}

const mapValues = <V, W>(map: ReadonlyMap<string, V>, change: (value: V) => W): Map<string, W> =>
  new Map([...map].map(([key, value]) => [key, change(value)]));
