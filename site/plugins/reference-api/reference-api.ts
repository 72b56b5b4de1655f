import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoadContext, Plugin } from "@docusaurus/types";
import { PRODUCT } from "@toolhaven/contract/product";
import { buildSync } from "esbuild";
import { loadBundled } from "../reference-shape/load-bundled.ts";
import type * as Content from "./api-content.ts";
import { sizeProblems } from "./size.ts";

/** Gives the page of the API its content, and the site the document it was made from. */
export function referenceApi({ siteDir }: LoadContext): Plugin<Content.ApiContent> {
  return {
    name: "toolhaven-reference-api",

    async loadContent() {
      const { version } = JSON.parse(await readFile(join(siteDir, "package.json"), "utf8")) as { version: string };
      const content = await loadBundled<typeof Content>(join(siteDir, "plugins/reference-api/api-content.ts"));
      return content.apiContent({ version, script: listScript(siteDir) });
    },

    async contentLoaded({ content, actions }) {
      await actions.createData("page.json", JSON.stringify({ html: content.html }));
    },

    // Of all pages of the reference: the site has one style sheet.
    getClientModules: () => [join(siteDir, "src/components/reference/reference.css")],

    getPathsToWatch: () => ["src/components/reference/*.ts", "plugins/reference-*/**/*.ts"],

    async postBuild({ outDir, content }) {
      await mkdir(join(outDir, "api-specs"), { recursive: true });
      await writeFile(join(outDir, "api-specs/openapi.json"), content.document);
      const page = await readFile(join(outDir, PRODUCT.docsPath, "reference/api/index.html"), "utf8");
      const problems = sizeProblems(page);
      if (problems.length > 0) throw new Error(`the API page is too large: ${problems.join(", ")}`);
    },
  };
}

/** The script of the list, as it stands inside of the page. */
export function listScript(siteDir: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(siteDir, "src/components/reference/api-script.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
  });
  return outputFiles[0]?.text.trim().replaceAll("</script", "<\\/script") ?? "";
}
