import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.ts";

/** Packages with machine code, which stay packages; the program asks for them when they are needed. */
export const OUTSIDE = ["@1password/sdk", "@napi-rs/keyring"] as const;

export interface BundleOptions {
  /** For users: small, and without what only helps whoever works on it. */
  readonly isReleased: boolean;
}

// Some dependencies are CommonJS and ask for Node's own modules with `require`.
const REQUIRE = [
  `import { createRequire as __createRequire } from "node:module";`,
  `const require = __createRequire(import.meta.url);`,
];

/** Writes thv.js and, beside it, what is read only when it is needed. @throws with the reasons printed already */
export async function bundle(outdir: string, { isReleased }: BundleOptions): Promise<void> {
  await build({
    entryPoints: [join(root, "cli/src/thv.ts")],
    outdir,
    chunkNames: "parts/[name]-[hash]",
    bundle: true,
    splitting: true,
    external: [...OUTSIDE],
    format: "esm",
    platform: "node",
    // Some packages have a CommonJS part that only a running Node can put together.
    mainFields: ["module", "main"],
    target: "node20",
    sourcemap: !isReleased,
    minify: isReleased,
    // Errors say their class, and stacks their functions.
    keepNames: isReleased,
    legalComments: "none",
    banner: { js: REQUIRE.join("\n") },
    logLevel: "warning",
  });
}
