import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoadContext, Plugin } from "@docusaurus/types";
import { loadBundled } from "../reference-shape/load-bundled.ts";
import type * as Content from "./registry-content.ts";

/** Gives the page of the registry's schema its tables, and the site the schema as a file. */
export function referenceRegistry({ siteDir }: LoadContext): Plugin<Content.RegistryContent> {
  return {
    name: "toolhaven-reference-registry",

    async loadContent() {
      const content = await loadBundled<typeof Content>(
        join(siteDir, "plugins/reference-registry/registry-content.ts"),
      );
      return content.registryContent();
    },

    async contentLoaded({ content, actions }) {
      await actions.createData("shapes.json", JSON.stringify(content.shapes));
    },

    getPathsToWatch: () => ["plugins/reference-*/**/*.ts"],

    async postBuild({ outDir, content }) {
      await mkdir(join(outDir, "api-specs"), { recursive: true });
      await writeFile(join(outDir, "api-specs/registry-schema.json"), content.document);
    },
  };
}
