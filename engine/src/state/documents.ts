import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { makeFolder, readIfThere, removeDurably, writeDurably } from "./durable-file.ts";

/** One small JSON document per entity, in one folder. The daemon is the only writer. */
export interface Documents<T> {
  /** Every document by name. A file that cannot be understood is an error that names it. */
  readAll(): Promise<Map<string, T>>;
  write(name: string, value: T): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Opens a folder of documents. Leftovers of interrupted writes are removed.
 * Names are entity names that passed their own check; file names escape what a file system may not tell apart.
 */
export async function openDocuments<T>(folder: string, schema: z.ZodType<T>): Promise<Documents<T>> {
  await makeFolder(folder);
  const leftovers = (await readdir(folder)).filter((file) => file.endsWith(".tmp"));
  await Promise.all(leftovers.map((file) => rm(join(folder, file), { force: true })));
  const pathOf = (name: string): string => join(folder, `${toFileName(name)}.json`);

  return {
    async readAll() {
      const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
      const entries = files.map(async (file): Promise<[string, T]> => {
        const path = join(folder, file);
        return [fromFileName(file.slice(0, -".json".length)), parse(path, (await readIfThere(path)) ?? "", schema)];
      });
      return new Map(await Promise.all(entries));
    },
    write: (name, value) => writeDurably(pathOf(name), `${JSON.stringify(value, null, 2)}\n`),
    remove: (name) => removeDurably(pathOf(name)),
  };
}

function parse<T>(path: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`cannot read "${path}": not a document of this version`, { cause });
  }
}

/** Capitals are escaped, so that `A` and `a` stay two files where the file system folds case. */
export function toFileName(name: string): string {
  return name.replace(/[^a-z0-9._-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

export function fromFileName(file: string): string {
  return file.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
