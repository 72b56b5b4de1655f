import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.ts";

// dist/thv.js and, beside it, what is read only when it is needed. Some dependencies are CommonJS and ask for Node's
// own modules with `require`; those with machine code stay packages.
const require = [
  `import { createRequire as __createRequire } from "node:module";`,
  `const require = __createRequire(import.meta.url);`,
];

// What an earlier build left stays: a server that runs from here still reads its parts.
const outdir = join(root, "dist");
await build({
  entryPoints: [join(root, "cli/src/thv.ts")],
  outdir,
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  external: ["@1password/sdk", "@napi-rs/keyring"],
  format: "esm",
  platform: "node",
  // Some packages have a CommonJS part that only a running Node can put together.
  mainFields: ["module", "main"],
  target: "node20",
  sourcemap: true,
  legalComments: "none",
  banner: { js: require.join("\n") },
  logLevel: "warning",
}).catch(() => {
  // The reasons are printed already.
  process.exitCode = 1;
});
