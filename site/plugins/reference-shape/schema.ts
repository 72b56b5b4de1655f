/** As much of JSON Schema as the contract's shapes use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** `#/components/schemas/Workload` is `Workload`. */
export function nameIn({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf("/") + 1);
}

/** Names of all schemas that a schema refers to, at any depth. */
export function namesIn(schema: Schema): Set<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") found.add(value.slice(value.lastIndexOf("/") + 1));
    return value;
  });
  return found;
}

export interface Field {
  /** Dots lead into objects, `[]` into lists, `*` stands for any key of a map. */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The fields of an object, those of objects inside included: what has a name of its own is not looked into. */
export function fieldsOf({ properties = {}, required = [] }: Schema, above = ""): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = above + name;
    return [{ path, schema, isRequired: required.includes(name) }, ...insideOf(schema, path)];
  });
}

function insideOf(schema: Schema, path: string): Field[] {
  if (schema.properties) return fieldsOf(schema, `${path}.`);
  if (schema.items) return insideOf(schema.items, `${path}[]`);
  if (schema.additionalProperties) return insideOf(schema.additionalProperties, `${path}.*`);
  return [];
}
