import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { site } from "../content.ts";

const repository = dirname(site);
const configuration = join(site, "testing/configured-config.ts");

export interface ConfiguredSite extends AsyncDisposable {
  readonly folder: string;
  readonly exitCode: number | null;
  /** What the build said, on both streams. */
  readonly output: string;
}

/**
 * Builds a few pages in two versions and two languages inside the site's own theme, in a folder that is gone
 * afterwards. `versions` is the one version that the dropdown is told to list; such a site has one language.
 */
export async function buildConfiguredSite(versions?: string): Promise<ConfiguredSite> {
  const root = await mkdtemp(join(tmpdir(), "configured-site-"));
  await writePages(root);
  const folder = join(root, "build");
  const child = spawn(
    process.execPath,
    [join(repository, "node_modules/@docusaurus/core/bin/docusaurus.mjs"), "build", root, "--out-dir", folder],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NO_UPDATE_NOTIFIER: "1",
        ...(versions !== undefined && { CONFIGURED_VERSIONS: versions }),
      },
    },
  );
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [exitCode, ...said] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return {
    folder,
    exitCode,
    output: said.join("\n"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function writePages(root: string): Promise<void> {
  const lines = "A line to scroll past.\n\n".repeat(80);
  const long = (title: string): string =>
    `# ${title}\n\n[Down](#end)\n\n${lines}## Beginning\n\n${lines}[Up](#beginning)\n\n## End\n\n${lines}`;
  const start = "---\nslug: /\n---\n\n# Start\n\n[Long](./long.md)\n";
  const files: Record<string, string> = {
    "package.json": "{}\n",
    ".docusaurus/package.json": "{}\n",
    // The paths of themes are taken from where the configuration is.
    "docusaurus.config.ts": `import { configured } from ${JSON.stringify(configuration)};\nexport default configured;\n`,
    "versions.json": '["1.0"]\n',
    "home/index.md": "# Home\n",
    "pages/start.md": start,
    "pages/long.md": long("Long"),
    "pages/only-next.md": "# Only in the next version\n",
    "versioned_docs/version-1.0/start.md": start,
    "versioned_docs/version-1.0/long.md": long("Long, as it was"),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  for (const name of ["src", "static"]) await symlink(join(site, name), join(root, name), "junction");
  await symlink(join(repository, "node_modules"), join(root, "node_modules"), "junction");
}
