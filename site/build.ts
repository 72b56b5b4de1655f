import { spawnSync } from "node:child_process";
import { join } from "node:path";

const site = import.meta.dirname;
const build = join(site, "build");

/** What happens to the pages after they are rendered, in this order. */
const STEPS: readonly ((build: string) => Promise<void>)[] = [];

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
