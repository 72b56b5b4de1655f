import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { TREE } from "../cli/src/manifest/tree.ts";
import { generatedPages } from "../cli/src/pages/pages.ts";

// Writes the pages of the documentation that are made from the program. With --check nothing is written, and
// the exit code says whether something would be.
const { check } = parseArgs({ options: { check: { type: "boolean", default: false } } }).values;
const folder = join(import.meta.dirname, "../site/docs/toolhaven/reference");
const pages = generatedPages(TREE);
const changed: string[] = [];

for (const [path, text] of pages) {
  const file = join(folder, path);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
  changed.push(path);
  if (check) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
for (const name of await readdir(join(folder, "cli"))) {
  if (pages.has(`cli/${name}`)) continue;
  changed.push(`cli/${name}`);
  if (!check) await rm(join(folder, "cli", name));
}

if (changed.length > 0) console.log(`${check ? "not as the program is" : "written"}:\n${changed.join("\n")}`);
if (check && changed.length > 0) process.exitCode = 1;
