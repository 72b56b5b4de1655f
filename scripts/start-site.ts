import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingsFrom } from "../site/settings.ts";
import { serveSite } from "../site/serve/serve.ts";
import { buildSite } from "./prepare.ts";
import { endAll, root } from "./run.ts";

// The documentation beside the API server: built when something changed since the last time, then served.

/** What pages are made from; reference pages come from the product's own sources. */
const SOURCES = [
  "site",
  "contract/src",
  "cli/src/manifest",
  "cli/src/program",
  "engine/src/registry",
  "engine/src/clients",
];
const HOST = "127.0.0.1";
const PORT = 3000;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    endAll(signal);
    process.exit(0);
  });
}

const folder = join(root, "site/build");
const stamp = join(folder, ".sources");
const sources = hashOf(SOURCES);
const isFresh = existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
if (!isFresh) console.log(`building the documentation, which takes a minute; it will be on http://${HOST}:${PORT}/`);
if (isFresh || (await buildSite())) {
  writeFileSync(stamp, sources);
  try {
    const { url } = await serveSite({ folder, host: HOST, port: PORT, baseUrl: settingsFrom(process.env).baseUrl });
    console.log(`documentation on ${url}`);
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    console.error(`no documentation: ${isTaken ? `another program has port ${PORT}` : String(error)}`);
  }
}

function hashOf(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of folders.flatMap(filesBelow)) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest("hex");
}

function filesBelow(name: string): string[] {
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(root.length + 1))
    .filter((path) => !/(?:^|\/)(?:node_modules|build|\.docusaurus)\//.test(path))
    .toSorted();
}
