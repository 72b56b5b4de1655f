import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.ts";

// dist/thv.js and, beside it, what is read only when it is needed. Some dependencies are CommonJS and ask for Node's
// own modules with `require`; those with machine code stay packages.
const require = [
  `import { createRequire as __createRequire } from "node:module";`,
  `const require = __createRequire(import.meta.url);`,
];

const outdir = join(root, "dist");
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: [join(root, "cli/src/thv.ts")],
  outdir,
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  external: ["@1password/sdk", "@napi-rs/keyring"],
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  legalComments: "none",
  banner: { js: require.join("\n") },
  logLevel: "warning",
}).catch(() => {
  // The reasons are printed already.
  process.exitCode = 1;
});
