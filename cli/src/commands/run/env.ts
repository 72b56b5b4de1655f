import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { usage } from "../../program/failure.ts";
import { readText } from "./read-text.ts";

/** `KEY=VALUE` pairs; the value may hold further signs. @throws Failure `usage` */
export function readPairs(pairs: readonly string[], flag: string): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at <= 0) throw usage(`--${flag} "${pair}" is not NAME=VALUE`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Lines `KEY=VALUE`, with or without `export`; quotes around a value are taken off, comments and blank lines left out. */
export function parseEnvFile(text: string, name: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim().replace(/^export\s+/, "");
    if (line === "" || line.startsWith("#")) continue;
    const [, key, value = ""] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) throw usage(`${name}, line ${at + 1}: not NAME=VALUE`);
    values[key] = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
  }
  return values;
}

/** Every visible file of a folder is a variable: its name and its content, less the last line end. */
export async function readEnvFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw usage(`--env-file-dir "${folder}" cannot be read: ${(cause as Error).message}`);
  });
  const files = entries.filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith("."));
  const pairs = files.map(
    async ({ name }) => [name, (await readFile(join(folder, name), "utf8")).replace(/\r?\n$/, "")] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

/** `NAME=FILE` pairs: values that are no business of whoever lists processes. */
export async function readHeaderFiles(pairs: readonly string[]): Promise<Record<string, string>> {
  const files = Object.entries(readPairs(pairs, "header-file"));
  const values = files.map(async ([name, path]) => [name, (await readText(path)).replace(/\r?\n$/, "")] as const);
  return Object.fromEntries(await Promise.all(values));
}
