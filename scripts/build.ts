import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.ts";

// One file, dist/thv.js. Some dependencies are CommonJS and ask for Node's own modules with `require`.
const require = [
  `import { createRequire as __createRequire } from "node:module";`,
  `const require = __createRequire(import.meta.url);`,
];

await build({
  entryPoints: [join(root, "cli/src/thv.ts")],
  outfile: join(root, "dist/thv.js"),
  bundle: true,
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
