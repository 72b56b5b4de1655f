import fc from "fast-check";
import type { ApiDocument, Operation } from "./document.ts";
import { schemaOf } from "./document.ts";
import { faultsOf, nameIn, type Schema, type Schemas } from "./json-schema.ts";

/** One request, ready to be sent. */
export interface Sent {
  readonly method: string;
  /** With its query, percent-escaped. */
  readonly target: string;
  readonly body: string | Uint8Array | undefined;
}

/** Better values than the schema alone can give, by the name of a schema or of a field. */
export type Pools = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Requests that the document calls good. */
export function validCalls(
  operation: Operation,
  { schemas }: Pick<ApiDocument, "schemas">,
  pools: Pools,
): fc.Arbitrary<Sent> {
  const make = { schemas, pools };
  const values = Object.fromEntries(
    (operation.parameters ?? []).map(({ name, in: place, required, schema }) => {
      const value = pools[`${operation.operationId}.${name}`] ?? fromSchema(schema, make);
      return [name, place === "path" || required ? value : fc.option(value, { nil: undefined })];
    }),
  );
  const schema = schemaOf(operation.requestBody);
  const body = schema ? fromSchema(schema, make).map((value) => JSON.stringify(value)) : fc.constant(undefined);
  return fc.tuple(fc.record(values), body).map(([parameters, text]) => ({
    method: operation.method,
    target: targetOf(operation, parameters as Record<string, string | boolean | undefined>),
    body: text,
  }));
}

function targetOf(
  { path, parameters = [] }: Operation,
  values: Readonly<Record<string, string | boolean | undefined>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    if (place === "query" && values[name] !== undefined) query.set(name, String(values[name]));
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}

interface Make {
  readonly schemas: Schemas;
  readonly pools: Pools;
}

/** Values that fit a schema of our document. */
export function fromSchema(schema: Schema, make: Make): fc.Arbitrary<unknown> {
  const { schemas, pools } = make;
  if (schema.$ref) {
    const name = nameIn(schema.$ref);
    return pools[name] ?? fromSchema(schemas[name] ?? {}, make);
  }
  const fits = (value: unknown): boolean => faultsOf(value, schema, { schemas }).length === 0;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const forms = schema.oneOf ?? schema.anyOf;
  if (schema.properties) {
    // A form that asks for fields is met by making them required here, so that little has to be thrown away.
    const variants = (forms ?? [{}]).map((form) =>
      objects({ ...schema, required: [...(schema.required ?? []), ...(form.required ?? [])] }, make),
    );
    return fc.oneof(...variants).filter(fits);
  }
  if (forms) return fc.oneof(...forms.map((form) => fromSchema(form, make)));
  return simple(schema, make).filter(fits);
}

function objects({ properties = {}, required = [] }: Schema, make: Make): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, make.pools[name] ?? fromSchema(property, make)]),
  );
  return fc.record(model, { requiredKeys: [...new Set(required)].filter((name) => name in model) });
}

function simple(schema: Schema, make: Make): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case "number":
      return fc.double({ min: schema.minimum ?? -1, max: schema.maximum ?? 1, noNaN: true });
    case "array":
      return fc.array(fromSchema(schema.items ?? {}, make), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object":
      return maps(schema, make);
    case "string":
      return strings(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function maps({ propertyNames = {}, additionalProperties }: Schema, make: Make): fc.Arbitrary<unknown> {
  const value = typeof additionalProperties === "object" ? fromSchema(additionalProperties, make) : fc.jsonValue();
  return fc.dictionary(strings(propertyNames), value, { maxKeys: 3, noNullPrototype: true });
}

function strings({ pattern, format, minLength = 0, examples = [] }: Schema): fc.Arbitrary<string> {
  if (format === "uri") return fc.constantFrom("https://127.0.0.1:1/x", "http://127.0.0.1:1");
  if (format === "date-time") return fc.constant("2025-10-13T00:18:49Z");
  const free = fc.string({ minLength, maxLength: 24, unit: "grapheme" });
  const seen = examples.filter((example) => typeof example === "string");
  const base = pattern === undefined ? free : matching(pattern, free);
  return seen.length > 0 ? fc.oneof(fc.constantFrom(...seen), base) : base;
}

/** The generator cannot make texts for look-arounds and properties of characters; those are found by trying. */
function matching(pattern: string, free: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const expression = new RegExp(pattern, "u");
  if (/\(\?|\\p/i.test(pattern)) {
    return fc.oneof(fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/), free).filter((text) => expression.test(text));
  }
  return fc.stringMatching(expression, { size: "small" });
}
