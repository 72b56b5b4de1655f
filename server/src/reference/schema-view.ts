import { nameOf, type Schema } from "./document.ts";
import { type Markup, markup, prose } from "./markup.ts";

export const anchorOf = (name: string): string => `schema-${name}`;

/** What a value is, in a few words; a named schema is a link. */
export function typeOf(schema: Schema): Markup {
  const name = nameOf(schema);
  if (name !== undefined) return markup`<a href="#${anchorOf(name)}">${name}</a>`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return either(schema.enum.map((value) => code(String(value))));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches && !schema.properties) return either(branches.map((branch) => typeOf(asSchema(branch))));
  if (schema.type === "array") return markup`list of ${typeOf(asSchema(schema.items))}`;
  if (isMap(schema)) return markup`map of ${typeOf(asSchema(schema.additionalProperties))}`;
  const words = [schema.type ?? "anything", schema.format, rangeOf(schema)].flat();
  return markup`${words.filter(Boolean).join(" · ")}`;
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** What it is called, what it is, what it means. */
export function fieldRow({ name, schema, isRequired, description = schema.description }: Field): Markup {
  const needed = isRequired ? markup` <em>required</em>` : undefined;
  const meaning = description === undefined ? undefined : prose(description);
  return markup`<div><dt><code>${name}</code>${needed}<span>${typeOf(schema)}</span></dt>
<dd>${meaning}${defaultOf(schema)}</dd></div>
`;
}

/** A named schema with everything below it. */
export function schemaView(name: string, schema: Schema): Markup {
  return markup`<article class="schema" id="${anchorOf(name)}">
<h3><a href="#${anchorOf(name)}">${name}</a></h3>
${schema.description === undefined ? undefined : markup`<p>${prose(schema.description)}</p>`}
${schema.properties ? fieldsOf(schema) : markup`<p class="type">${typeOf(schema)}</p>`}
${examplesOf(schema).map((example) => markup`<pre>${JSON.stringify(example, null, 2)}</pre>`)}
</article>
`;
}

function fieldsOf({ properties = {}, required = [] }: Schema): Markup {
  const rows = Object.entries(properties).map(([name, property]) =>
    fieldRow({ name, schema: asSchema(property), isRequired: required.includes(name) }),
  );
  return markup`<dl class="fields">${rows}</dl>`;
}

/** Only those that show how fields go together; a lone word needs no box. */
const examplesOf = ({ examples, properties }: Schema): readonly unknown[] =>
  Array.isArray(examples) && properties ? examples : [];

/** A default that says nothing is left out. */
function defaultOf({ default: value }: Schema): Markup | undefined {
  const text = JSON.stringify(value);
  if (value === undefined || text === "[]" || text === "{}") return undefined;
  return markup` <small>Default ${code(text)}</small>`;
}

function rangeOf({ minimum, maximum }: Schema): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? undefined : `at most ${maximum}`;
}

const isMap = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === "object" && !properties && typeof additionalProperties === "object";

const code = (text: string): Markup => markup`<code>${text}</code>`;

const either = (parts: readonly Markup[]): Markup =>
  markup`${parts.map((part, at) => (at === 0 ? part : markup` or ${part}`))}`;

/** JSON Schema's `true`, and nothing at all, allow anything. */
const asSchema = (schema: unknown): Schema => (typeof schema === "object" && schema !== null ? (schema as Schema) : {});
