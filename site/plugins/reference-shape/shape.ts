import { code, escape, prose } from "./html.ts";
import { type Field, type Schema, type Schemas, fieldsOf, nameIn } from "./schema.ts";

export interface ShapeOptions {
  /** Where the shape of a name stands on the page. */
  readonly hrefOf: (name: string) => string;
}

/** Longer lists of fields can be folded away. */
const LONG = 12;

/** What is known of a shape: its fields as a list of terms, or what kind of value it is. */
export function shapeOf(schema: Schema, options: ShapeOptions): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `<p class="kind">${[typeOf(schema, options), ...notesOf(schema)].join(" ")}</p>`;
  const list = `<dl class="fields">${fields.map((field) => row(field, options)).join("")}</dl>`;
  const folded = `<details open><summary>${fields.length} fields</summary>${list}</details>`;
  return `${rulesOf(schema)}${fields.length > LONG ? folded : list}`;
}

/**
 * A shape whose fields are all those of another one is told by the difference. Of two that are the same the first one
 * keeps its fields.
 */
export function sameAs(
  schema: Schema,
  others: Schemas,
): { readonly name: string; readonly without: string[] } | undefined {
  const own = Object.entries(schema.properties ?? {});
  if (own.length < 5) return undefined;
  let isBefore = true;
  for (const [name, other] of Object.entries(others)) {
    const theirs = other.properties ?? {};
    const without = Object.keys(theirs).filter((key) => !(key in (schema.properties ?? {})));
    if (other === schema) isBefore = false;
    if (other === schema || without.length > 2 || (without.length === 0 && !isBefore)) continue;
    const isSame = own.every(([key, value]) => JSON.stringify(value) === JSON.stringify(theirs[key]));
    const needed = (other.required ?? []).filter((key) => !without.includes(key));
    if (isSame && JSON.stringify(needed) === JSON.stringify(schema.required ?? [])) return { name, without };
  }
  return undefined;
}

/** `array of Workload`, `map of string`, with links to what has a name. */
export function typeOf(schema: Schema, options: ShapeOptions): string {
  const name = nameIn(schema);
  if (name !== undefined) return `<a href="${escape(options.hrefOf(name))}">${escape(name)}</a>`;
  if (schema.items) return `array of ${typeOf(schema.items, options)}`;
  if (schema.properties) return "object";
  if (schema.type === "object") {
    const { additionalProperties: inner } = schema;
    return inner && Object.keys(inner).length > 0 ? `map of ${typeOf(inner, options)}` : "object of any fields";
  }
  if (schema.type === undefined) return "anything";
  const format = schema.format && { uri: "URL", "date-time": "time" }[schema.format];
  return format ?? schema.type;
}

/** What a value must be like, and what it is when it is left out. */
function notesOf(schema: Schema): string[] {
  const { description, items } = schema;
  const notes = [...limitsOf(schema), ...(items ? limitsOf(items) : [])];
  return [
    ...(description ? [prose(description)] : []),
    ...(notes.length > 0 ? [`<span class="limits">${notes.join(" ")}</span>`] : []),
  ];
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minItems, pattern, examples = [], minLength } = schema;
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return [
    choices && `${choices.length === 1 ? "Always" : "One of"} ${code(choices.map(value).join(" | "))}.`,
    schema.default !== undefined && `Default ${code(value(schema.default))}.`,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    minimum !== undefined && maximum === undefined && `At least ${minimum}.`,
    minItems !== undefined && `At least ${minItems} of them.`,
    minLength === 1 && "Not empty.",
    pattern !== undefined && `Matches ${code(pattern)}.`,
    examples.length > 0 && typeof examples[0] !== "object" && `For example ${code(examples.map(value).join(" | "))}.`,
  ].filter((note) => typeof note === "string");
}

function row({ path, schema, isRequired }: Field, options: ShapeOptions): string {
  const required = isRequired ? " <b>required</b>" : "";
  const text = [`<em>${typeOf(schema, options)}</em>`, ...notesOf(schema)].join(" ");
  return `<dt>${escape(path)}${required}</dt><dd>${text}</dd>`;
}

/** Rules between fields, in words, unless the description names those fields already. */
function rulesOf({ anyOf, oneOf, not, description = "" }: Schema): string {
  const isSaid = (name: string): boolean => description.includes(`\`${name}\``);
  const sentence = (
    schemas: readonly Schema[],
    [before, between, after]: readonly [string, string, string],
  ): string => {
    const names = schemas.flatMap(({ required = [] }) => required);
    return names.every(isSaid) ? "" : `${before}${names.map(code).join(between)} ${after}.`;
  };
  const rules = [
    anyOf && sentence(anyOf, ["At least one of ", " or ", "is needed"]),
    oneOf && sentence(oneOf, ["Exactly one of ", " or ", "is needed"]),
    not && sentence([not], ["", " and ", "cannot be given together"]),
  ].filter(Boolean);
  return rules.length > 0 ? `<p class="rule">${rules.join(" ")}</p>` : "";
}

const value = (given: unknown): string => (typeof given === "string" && given !== "" ? given : JSON.stringify(given));
