import { nameIn, type Schema, type Schemas } from "./schema.ts";

/** A value that fits a schema: its first example, its default, its first choice, or the least of its kind. */
export function sampleOf(schema: Schema, schemas: Schemas): unknown {
  const name = nameIn(schema);
  if (name !== undefined) return sampleOf(schemas[name] ?? {}, schemas);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  switch (schema.type) {
    case "object":
      return objectOf(schema, schemas);
    case "array":
      return schema.items ? [sampleOf(schema.items, schemas)] : [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return stringOf(schema);
  }
}

/** Needed fields only: an example is read more easily than it is complete. */
function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([key]) => required.includes(key));
  return Object.fromEntries(shown.map(([key, schema]) => [key, sampleOf(schema, schemas)]));
}

function stringOf({ format }: Schema): string {
  if (format === "uri") return "http://127.0.0.1:43121/mcp";
  return format === "date-time" ? "2025-10-21T08:15:00Z" : "text";
}
