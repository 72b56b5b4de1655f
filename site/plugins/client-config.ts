import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DocusaurusConfig } from "@docusaurus/types";

/** What pages read of the configuration; the rest of it (plugins, page template, …) is for the build. */
const USED = [
  "title",
  "titleDelimiter",
  "tagline",
  "favicon",
  "url",
  "baseUrl",
  "baseUrlIssueBanner",
  "noIndex",
  "trailingSlash",
  "i18n",
  "future",
  "customFields",
  "themeConfig",
] as const satisfies readonly (keyof DocusaurusConfig)[];

/** Writes a configuration for pages and returns the name of the file, which takes the place of the whole one. */
export function writeClientConfig(folder: string, config: DocusaurusConfig): string {
  const used = Object.fromEntries(USED.map((name) => [name, config[name]]));
  const file = join(folder, "toolhaven-client-config.json");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(used));
  return file;
}
