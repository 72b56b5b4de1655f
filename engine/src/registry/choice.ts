import { z } from "zod";
import { readIfThere, removeDurably, writeDurably } from "../state/durable-file.ts";

/** Where the registry is read from. */
export const Source = z.discriminatedUnion("type", [
  z.object({ type: z.literal("default") }),
  z.object({ type: z.literal("file"), path: z.string().min(1) }),
  z.object({ type: z.literal("url"), url: z.string().min(1), allow_private_ip: z.boolean() }),
]);
export type Source = z.infer<typeof Source>;

const Stored = z.object({ format: z.literal(1), source: Source });

/** @throws Error naming the file when it cannot be understood */
export async function readChoice(path: string): Promise<Source> {
  const text = await readIfThere(path);
  if (text === undefined) return { type: "default" };
  try {
    return Stored.parse(JSON.parse(text)).source;
  } catch (cause) {
    throw new Error(`cannot read "${path}": not a document of this version`, { cause });
  }
}

/** The product's own registry is what there is without a choice. */
export async function storeChoice(path: string, source: Source): Promise<void> {
  if (source.type === "default") return removeDurably(path);
  return writeDurably(path, `${JSON.stringify({ format: 1, source })}\n`);
}

/** As the API shows it: empty for the product's own. */
export function locationOf(source: Source): string {
  switch (source.type) {
    case "default":
      return "";
    case "file":
      return source.path;
    case "url":
      return source.url;
    default:
      return source satisfies never;
  }
}

/** For logs and messages: the query of an address may hold a key. */
export function describeSource(source: Source): string {
  if (source.type !== "url") return locationOf(source) || "the built-in registry";
  const { origin, pathname } = new URL(source.url);
  return origin + pathname;
}
