import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** The protocol's own libraries: at the edges only, never where calls pass through. */
const MCP = ["client", "server", "node"].map((part) => `npm:@modelcontextprotocol/${part}`);

/** Who may import whom, first match wins. A layer may always import itself. */
const LAYERS: ReadonlyArray<readonly [layer: string, may: readonly string[]]> = [
  ["contract/", ["npm:zod"]],
  ["proxy/", ["contract/", "node:*"]],
  ["engine/src/log.ts", ["engine/src/redact.ts", "node:*", "npm:pino"]],
  // What is stored is read through schemas of the engine's own.
  ["engine/src/clients/", ["contract/", "engine/", "node:*", "npm:zod", "npm:jsonc-parser", "npm:yaml"]],
  ["engine/src/secrets/", ["contract/", "engine/", "node:*", "npm:zod", "npm:@napi-rs/keyring", "npm:@1password/sdk"]],
  ["engine/src/authz/", ["contract/", "engine/", "node:*", "npm:zod", "npm:yaml"]],
  ["engine/src/builds/", ["contract/", "engine/", "node:*", "npm:zod", "npm:tar-stream"]],
  ["engine/", ["contract/", "proxy/", "node:*", "npm:zod"]],
  ["server/", ["contract/", "engine/", "node:*", "npm:hono", "npm:@hono/node-server"]],
  ["cli/src/program/", ["contract/", "engine/", "cli/", "node:*"]],
  ["cli/src/commands/", ["contract/", "engine/", "proxy/", "cli/", "node:*", "npm:zod", ...MCP]],
  ["cli/", ["contract/", "engine/", "server/", "node:*", "npm:zod"]],
  ["fixtures/", ["node:*"]],
  // What runs in pages knows the contract's names and nothing of Node; what builds and serves them does not run there.
  ["site/src/early/", []],
  // How good the search is, and how it looks in a browser: measured and shown while working on it, never in pages.
  [
    "site/src/search/browser/",
    ["contract/", "site/", "node:*", "npm:react", "npm:react-dom", "npm:esbuild", "npm:playwright-core"],
  ],
  ["site/src/search/relevance/", ["contract/", "site/", "node:*"]],
  [
    "site/src/",
    // The built-in registry's own data, which pages about its servers show.
    [
      "contract/",
      "site/",
      "engine/src/registry/built-in/",
      "npm:react",
      "npm:minisearch",
      "npm:@docusaurus/",
      "npm:@theme/",
      "npm:@theme-original/",
      "npm:@site/",
      "npm:@generated/",
    ],
  ],
  [
    "site/",
    [
      "contract/",
      "node:*",
      "npm:@docusaurus/",
      "npm:esbuild",
      "npm:shiki",
      "npm:beautiful-mermaid",
      "npm:playwright-core",
      "npm:axe-core",
      "npm:hast",
      "npm:hast-util-from-html",
      "npm:hast-util-to-mdast",
      "npm:mdast-util-to-markdown",
      "npm:mdast-util-gfm",
    ],
  ],
];

const root = import.meta.dirname;
const parts = new Set(LAYERS.map(([layer]) => layer.split("/", 1)[0]!));
const imports = new Map(
  [...parts]
    .filter((part) => existsSync(join(root, part)))
    .flatMap(sourcesOf)
    .map((file) => [file, importsOf(file)]),
);
const isTestSupport = (file: string): boolean => imports.get(file)?.includes("npm:vitest") ?? false;
const shipped = [...imports.keys()].filter((file) => !isTestSupport(file));

describe("layers", () => {
  test.each(shipped)("%s imports only what its layer may", (file) => {
    const [layer, may] = LAYERS.find(([prefix]) => file.startsWith(prefix)) ?? ["", []];
    const strangers = imports.get(file)?.filter((target) => ![layer, ...may].some((ok) => matches(target, ok)));
    expect(strangers).toEqual([]);
  });

  test("what supports tests is imported by tests only", () => {
    expect(shipped.filter((file) => imports.get(file)?.some(isTestSupport))).toEqual([]);
  });
});

function sourcesOf(part: string): string[] {
  return readdirSync(join(root, part), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.(?:tsx?|mjs)$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .map((file) => `${part}/${file}`);
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  // A statement begins its line; the same words inside a string or a comment are nothing.
  const statement = /^(?:import|export)\s(?:[^"';]*?\sfrom\s+)?"([\w@./:-]+)"/gm;
  const specifiers = [...source.matchAll(statement), ...source.matchAll(/\bimport\("([\w@./:-]+)"\)/g)];
  return specifiers.map(([, name = ""]) => {
    if (name.startsWith(".")) return relative(root, resolve(root, dirname(file), name));
    if (name.startsWith("node:") || builtinModules.includes(name)) return "node:*";
    const [first, second, ...rest] = name.split("/");
    if (first === "@toolhaven") return `${second}/src/${rest.join("/")}.ts`;
    return `npm:${first?.startsWith("@") ? `${first}/${second}` : first}`;
  });
}

/** Packages match as a whole, files and scopes of packages (`npm:@theme/`) by their beginning. */
function matches(target: string, allowed: string): boolean {
  return allowed.includes(":") && !allowed.endsWith("/") ? target === allowed : target.startsWith(allowed);
}
