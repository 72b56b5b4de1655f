import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "./report.ts";
import { run } from "./run.ts";
import { NOTHING, type Tally } from "./tally.ts";

export const PROJECTS = ["unit", "browser", "docker", "product"] as const;
export type Project = (typeof PROJECTS)[number];

const MINUTE = 60_000;

/** Far above what a project needs: it ends a run that hangs, and nothing else. */
const LIMIT_MS: Readonly<Record<Project, number>> = {
  unit: 15 * MINUTE,
  browser: 20 * MINUTE,
  docker: 20 * MINUTE,
  product: 20 * MINUTE,
};

export interface Selection {
  /** Parts of file names, and vitest's own flags; none for all files. */
  readonly filters: readonly string[];
  /** Globs of files that cannot run here. */
  readonly exclude?: readonly string[];
}

export interface ProjectOptions extends Selection {
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs one project of the tests, its output shown as it comes. */
export async function runProject(project: Project, { env = {}, ...selection }: ProjectOptions): Promise<Tally> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "thv-counts-"));
  const file = join(folder, "counts.json");
  try {
    const { ok, isOverdue } = await run(["vitest", "run", "--passWithNoTests", ...argsFor(project, selection)], {
      env: { ...env, THV_TEST_COUNTS: file },
      isShown: true,
      limitMs: LIMIT_MS[project],
    });
    const counted = await readFile(file, "utf8").then(
      (text) => JSON.parse(text) as Tally,
      () => NOTHING,
    );
    // A run that ended badly without a failed test, e.g. because it hung, is a failure all the same.
    const tally = ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
    report(tally.failed > 0 ? "failed" : "passed", `${project} tests`, startedAt, isOverdue ? "it hung" : "");
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many tests there are; their files are loaded, nothing is run. */
export async function countTests(project: Project, selection: Selection): Promise<number> {
  return (await list([...argsFor(project, selection)])).length;
}

/** The projects that have a file with such a name. */
export async function projectsOf(filters: readonly string[]): Promise<Project[]> {
  const files = await list([...filters, "--filesOnly"]);
  return PROJECTS.filter((project) => files.some(({ projectName }) => projectName === project));
}

async function list(args: readonly string[]): Promise<{ projectName: string }[]> {
  // The flag comes last: it would take a file name after it for the place to write to.
  const { ok, stdout, stderr } = await run(["vitest", "list", ...args, "--json"]);
  if (!ok) throw new Error(`cannot list the tests: ${stderr.trim()}`);
  return JSON.parse(stdout) as { projectName: string }[];
}

const argsFor = (project: Project, { filters, exclude = [] }: Selection): string[] => [
  ...filters,
  "--project",
  project,
  ...exclude.flatMap((glob) => ["--exclude", glob]),
];
