import { shapeOf } from "../reference-shape/shape.ts";
import { registrySchema } from "./registry-schema.ts";

export interface RegistryContent {
  /** HTML of each entity's fields; headings of the page have the entities' names in lower case as ids. */
  readonly shapes: Readonly<Record<string, string>>;
  /** The JSON Schema, as a file. */
  readonly document: string;
}

/** What the site says of registry files. */
export function registryContent(): RegistryContent {
  const { entities, document } = registrySchema();
  const hrefOf = (name: string): string => `#${name.toLowerCase()}`;
  const shapes = Object.entries(entities).map(([name, schema]) => [name, shapeOf(schema, { hrefOf })] as const);
  return { shapes: Object.fromEntries(shapes), document: `${JSON.stringify(document, null, 2)}\n` };
}
