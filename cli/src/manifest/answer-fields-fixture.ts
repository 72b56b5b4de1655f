import { z } from "zod";
import type { CommandSpec } from "./spec.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Deep enough for every field that a script reads; shapes that hold themselves end there. */
const DEPTH = 4;

/** The paths of the fields in a command's JSON, `[].name` for instance, sorted. */
export async function answerFields({ answer }: CommandSpec): Promise<string[]> {
  const root = z.toJSONSchema(await answer!(), { io: "output", unrepresentable: "any" }) as Schema;
  const definitions = (root["$defs"] ?? {}) as Readonly<Record<string, Schema>>;
  const found = new Set<string>();
  walk(root, "", 0);
  return [...found].toSorted();

  function walk(schema: Schema, path: string, depth: number): void {
    if (depth > DEPTH) return;
    const { $ref: reference } = schema;
    const named = typeof reference === "string" ? /^#\/\$defs\/(.+)$/.exec(reference)?.[1] : undefined;
    if (named !== undefined) return walk(definitions[named]!, path, depth);
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      for (const each of (schema[key] ?? []) as Schema[]) walk(each, path, depth);
    }
    if (schema["items"]) walk(schema["items"] as Schema, `${path}[]`, depth + 1);
    for (const [name, each] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
      found.add(`${path}.${name}`);
      walk(each, `${path}.${name}`, depth + 1);
    }
  }
}
