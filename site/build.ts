import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkRoutes } from "./build-steps/check-routes.ts";
import { compress } from "./build-steps/compress.ts";
import { preloadFont, writeHeaders } from "./build-steps/head.ts";
import { writeMachineFiles } from "./build-steps/machine-files.ts";
import { writeTwins } from "./build-steps/twins.ts";
import { originsOf, searchSettingsFrom } from "./plugins/search-index/search-settings.ts";
import { settingsFrom } from "./settings.ts";

const site = import.meta.dirname;
const build = join(site, "build");

const settings = settingsFrom(process.env);

/** What happens to the pages after they are rendered, in this order. */
const STEPS: readonly ((build: string) => Promise<void>)[] = [
  checkRoutes,
  preloadFont(settings),
  writeTwins(settings),
  writeMachineFiles(settings),
  writeHeaders(settings, originsOf(searchSettingsFrom(process.env))),
  compress,
];

const { status } = spawnSync(process.execPath, [docusaurus(), "build", "--out-dir", "build"], {
  cwd: site,
  stdio: "inherit",
  env: { ...process.env, NO_UPDATE_NOTIFIER: "1" },
});
if (status === 0) for (const step of STEPS) await step(build);
else process.exitCode = status ?? 1;

function docusaurus(): string {
  return join(site, "../node_modules/@docusaurus/core/bin/docusaurus.mjs");
}
