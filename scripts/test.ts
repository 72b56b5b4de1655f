import { runChecks } from "./checks.ts";
import { buildFixtureImages, buildProgram, buildSite, type Engine, ensureEngine } from "./prepare.ts";
import { countTests, type Project, PROJECTS, projectsOf, runProject, type Selection } from "./projects.ts";
import { report } from "./report.ts";
import { endAll } from "./run.ts";
import { add, failures, NOTHING, skips, type Tally, toClosingLine } from "./tally.ts";

// npm test -- [check|unit|browser|docker|product]... [part of a file name]...
// The last line of the output is the sum of everything; it is printed here, once, and nowhere else.

const STEPS: readonly string[] = ["check", ...PROJECTS];
const args = process.argv.slice(2);
const named = args.filter((arg) => STEPS.includes(arg));
const filters = args.filter((arg) => !STEPS.includes(arg));
/** There, what cannot be tested is a failure. */
const isCi = process.env["CI"] === "true";
const otherwise = isCi ? "failed" : "skipped";

let sum = NOTHING;
let interruption: NodeJS.Signals | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interruption = signal;
    endAll(signal);
  });
}

try {
  await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  count(failures(1));
}
if (sum.failed > 0) process.exitCode = 1;
console.log(toClosingLine(sum));

async function runAll(): Promise<void> {
  const projects = await wantedProjects();
  if (args.length === 0 || named.includes("check")) count(await runChecks());
  const docker = projects.some((project) => project === "docker" || project === "product")
    ? await prepareDocker()
    : undefined;
  for (const project of projects) {
    if (interruption) throw new Error(`interrupted by ${interruption}`);
    count(await runOne(project, docker));
  }
}

async function runOne(project: Project, docker: Engine | undefined): Promise<Tally> {
  if (project === "unit") return runProject(project, { filters });
  if (project !== "browser") return runWithEngine(project, docker);
  if (await buildSite()) return runProject(project, { filters });
  return add(failures(1), await skip(project, "the site does not build", { filters }));
}

async function wantedProjects(): Promise<Project[]> {
  if (named.length > 0) return PROJECTS.filter((project) => named.includes(project));
  if (filters.length === 0) return [...PROJECTS];
  const projects = await projectsOf(filters);
  if (projects.length === 0) throw new Error(`no test file matches "${filters.join(" ")}"`);
  return projects;
}

async function prepareDocker(): Promise<Engine | undefined> {
  const docker = await ensureEngine("docker", { otherwise });
  if (!docker) {
    if (isCi) count(failures(1));
    return undefined;
  }
  if (await buildFixtureImages(docker)) return docker;
  count(failures(1));
  return undefined;
}

async function runWithEngine(project: "docker" | "product", docker: Engine | undefined): Promise<Tally> {
  if (!docker) return skip(project, "no engine or no images", { filters });
  const env = { DOCKER_HOST: docker.host, THV_TEST_DOCKER_SOCKET: docker.socket };
  if (project === "docker") return runOnBothEngines(env);
  if (await buildProgram()) return runProject(project, { filters, env });
  return add(failures(1), await skip(project, "the program does not build", { filters }));
}

async function runOnBothEngines(env: Readonly<Record<string, string>>): Promise<Tally> {
  const podman = await ensureEngine("podman", { otherwise });
  if (podman) return runProject("docker", { filters, env: { ...env, THV_TEST_PODMAN_SOCKET: podman.socket } });
  const run = await runProject("docker", { filters, env, exclude: ["**/podman*.test.ts"] });
  const skipped = await skip("docker", "no Podman", { filters: ["/podman"] });
  return [run, skipped, failures(isCi ? 1 : 0)].reduce(add);
}

async function skip(project: Project, reason: string, selection: Selection): Promise<Tally> {
  const startedAt = performance.now();
  const tests = await countTests(project, selection);
  report("skipped", `${project} tests`, startedAt, `${tests} tests: ${reason}`);
  return skips(tests);
}

function count(tally: Tally): void {
  sum = add(sum, tally);
}
