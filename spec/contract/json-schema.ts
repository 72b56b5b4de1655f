/** A JSON Schema as our OpenAPI document has them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Words about a schema, not rules. A keyword that is neither here nor checked below is an error, not a pass. */
const WORDS = new Set(["description", "examples", "default"]);

/**
 * What is wrong with a value, one line per fault with its place. Stricter than JSON Schema in one thing: a field the
 * document does not have is a fault too, unless the schema says what further fields are.
 */
export function faultsOf(
  value: unknown,
  schema: Schema,
  { schemas, at = "$" }: { schemas: Schemas; at?: string },
): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    if (WORDS.has(keyword)) return [];
    const check = CHECKS[keyword];
    if (!check) return [`${at}: nobody checks "${keyword}"`];
    return check({ value, schema, schemas, at });
  });
}

interface Place {
  readonly value: unknown;
  readonly schema: Schema;
  readonly schemas: Schemas;
  readonly at: string;
}

type Check = (place: Place) => string[];

const within = ({ schemas, at }: Place, step = ""): { schemas: Schemas; at: string } => ({ schemas, at: at + step });

const CHECKS: Readonly<Record<string, Check>> = {
  $ref: (place) => {
    const schema = place.schemas[nameIn(place.schema.$ref ?? "")];
    return schema
      ? faultsOf(place.value, schema, within(place))
      : [`${place.at}: "${place.schema.$ref}" leads nowhere`];
  },
  type: ({ value, schema, at }) => (isOfType(value, schema.type) ? [] : [`${at}: ${show(value)} is no ${schema.type}`]),
  const: ({ value, schema, at }) =>
    value === schema.const ? [] : [`${at}: ${show(value)} is not ${show(schema.const)}`],
  enum: ({ value, schema, at }) =>
    schema.enum?.includes(value) ? [] : [`${at}: ${show(value)} is none of the values`],
  anyOf: (place) => (passing(place, place.schema.anyOf) > 0 ? [] : [`${place.at}: fits none of the forms`]),
  oneOf: (place) => (passing(place, place.schema.oneOf) === 1 ? [] : [`${place.at}: does not fit exactly one form`]),
  not: (place) => (passing(place, [place.schema.not ?? {}]) === 0 ? [] : [`${place.at}: has the forbidden form`]),
  properties: (place) =>
    Object.entries(place.schema.properties ?? {})
      .flatMap(([name, schema]) => {
        const field = fields(place.value)[name];
        return field === undefined ? [] : faultsOf(field, schema, within(place, `.${name}`));
      })
      .concat(strangers(place)),
  required: ({ value, schema, at }) =>
    (schema.required ?? []).filter((name) => fields(value)[name] === undefined).map((name) => `${at}: lacks "${name}"`),
  additionalProperties: (place) => {
    const { schema, value } = place;
    const rule = schema.additionalProperties;
    const further = Object.entries(fields(value)).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name));
    if (rule === false) return further.map(([name]) => `${place.at}: has the unknown field "${name}"`);
    if (typeof rule !== "object") return [];
    return further.flatMap(([name, field]) => faultsOf(field, rule, within(place, `.${name}`)));
  },
  propertyNames: (place) =>
    Object.keys(fields(place.value)).flatMap((name) =>
      faultsOf(name, place.schema.propertyNames ?? {}, within(place, `.${name} (name)`)),
    ),
  items: (place) =>
    entries(place.value).flatMap((entry, index) =>
      faultsOf(entry, place.schema.items ?? {}, within(place, `[${index}]`)),
    ),
  minItems: ({ value, schema, at }) =>
    entries(value).length >= (schema.minItems ?? 0) ? [] : [`${at}: too few entries`],
  minLength: ({ value, schema, at }) => (text(value).length >= (schema.minLength ?? 0) ? [] : [`${at}: too short`]),
  maxLength: ({ value, schema, at }) =>
    text(value).length <= (schema.maxLength ?? Infinity) ? [] : [`${at}: too long`],
  pattern: ({ value, schema, at }) =>
    typeof value !== "string" || new RegExp(schema.pattern ?? "", "u").test(value)
      ? []
      : [`${at}: ${show(value)} breaks the pattern`],
  format: ({ value, schema, at }) =>
    hasFormat(text(value), schema.format) ? [] : [`${at}: ${show(value)} is no ${schema.format}`],
  minimum: ({ value, schema, at }) =>
    Number(value) >= (schema.minimum ?? -Infinity) ? [] : [`${at}: ${show(value)} is too small`],
  maximum: ({ value, schema, at }) =>
    Number(value) <= (schema.maximum ?? Infinity) ? [] : [`${at}: ${show(value)} is too large`],
};

export const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const passing = (place: Place, schemas: readonly Schema[] = []): number =>
  schemas.filter((schema) => faultsOf(place.value, schema, within(place)).length === 0).length;

function strangers({ value, schema, at }: Place): string[] {
  if (schema.additionalProperties !== undefined) return [];
  const unknown = Object.keys(fields(value)).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return unknown.map((name) => `${at}: the document does not know "${name}"`);
}

function isOfType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function hasFormat(value: string, format: string | undefined): boolean {
  if (format === "uri") return URL.canParse(value);
  return format === "date-time" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value);
}

const fields = (value: unknown): Record<string, unknown> =>
  isOfType(value, "object") ? (value as Record<string, unknown>) : {};
const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? "nothing";
