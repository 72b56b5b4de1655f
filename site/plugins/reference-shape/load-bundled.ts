import { buildSync } from "esbuild";
import { load } from "../load.ts";

/** Loads a module with all it imports. The site engine's loader cannot read the contract, whose schemas need zod. */
export async function loadBundled<Module>(file: string): Promise<Module> {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return load<Module>(`data:text/javascript;base64,${source}`);
}
