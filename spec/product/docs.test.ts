import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@toolhaven/engine/wait";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Page, type PageFence, writtenPages } from "../../site/docs-source.ts";
import { aliasImages, type Aliases } from "./docs/aliases.ts";
import { holds } from "./docs/holds.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { removeEverything } from "./docker.ts";

const root = join(import.meta.dirname, "../..");

/** Builds here use images that need no image registry, and the encrypted store no keyring. */
const BUILDS = {
  TOOLHAVEN_NPX_IMAGE: "thv-fixture/node:latest",
  TOOLHAVEN_UVX_IMAGE: "thv-fixture/python:latest",
  TOOLHAVEN_SECRETS_PASSWORD: "of the tests",
};

interface Example {
  readonly code: string;
  readonly line: number;
  readonly answer: PageFence | undefined;
  /** What is shown comes about by itself, after a while. */
  readonly isAwaited: boolean;
}

const pages = writtenPages()
  .map((page) => ({ path: page.path, examples: examplesOf(page) }))
  .filter(({ examples }) => examples.length > 0);

let aliases: Aliases;
beforeAll(() => {
  aliases = aliasImages();
});
afterAll(() => aliases[Symbol.dispose]());

test.each(pages)("WP-07 the calls on $path give the answers shown", { timeout: 400_000 }, async ({ examples }) => {
  const folder = await mkdtemp(join(tmpdir(), "thv-docs-"));
  const [home, state] = [join(folder, "home"), join(folder, "state")];
  const env = { ...BUILDS, HOME: home };
  await mkdir(home);
  await writeFile(join(home, ".curlrc"), "silent\nshow-error\nfail-with-body\n");
  await putOnPath(join(folder, "bin"));
  const daemon = await startDaemon({ home: state, env });
  try {
    for (const example of examples) await follow(example, { daemon, env: { ...env, PATH: `${folder}/bin:${path()}` } });
  } finally {
    await daemon.end("SIGTERM");
    removeEverything({ home: state }, {});
    await rm(folder, { recursive: true, force: true });
  }
});

const path = (): string => process.env["PATH"] ?? "";

async function putOnPath(folder: string): Promise<void> {
  await mkdir(folder);
  const program = join(folder, "thv");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/thv.js")}" "$@"\n`);
  await chmod(program, 0o755);
}

interface Place {
  readonly daemon: Daemon;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs one example as it stands on the page, but for the server's address. */
async function follow({ code, line, answer, isAwaited }: Example, { daemon, env }: Place): Promise<void> {
  const script = code.replaceAll("http://127.0.0.1:8080", daemon.url);
  let last = await run(script, env);
  if (isAwaited) {
    const isThere = async (): Promise<boolean> => {
      last = await run(script, env);
      return problemWith(last, answer) === undefined;
    };
    await waitUntil(isThere, { signal: AbortSignal.timeout(150_000), everyMs: 500 }).catch(() => undefined);
  }
  const problem = problemWith(last, answer);
  expect(problem, `line ${line}: ${code}\n${problem}`).toBeUndefined();
}

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

/** What is not as the page shows it. A text may be the line of a refusal, for which curl ends with 22. */
function problemWith({ exitCode, output, complaint }: Outcome, answer: PageFence | undefined): string | undefined {
  const isRight = exitCode === 0 || (exitCode === 22 && answer?.language === "text");
  if (!isRight) return `ended with ${exitCode}: ${output} ${complaint}`;
  if (!answer) return undefined;
  if (answer.language === "text") return output.trim() === answer.code.trim() ? undefined : `it says ${output}`;
  return holds(JSON.parse(output), JSON.parse(answer.code)) ? undefined : `it answers ${output}`;
}

function run(script: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: "utf8" } as const;
    execFile("bash", ["-euc", script], options, (error, output, complaint) => {
      resolve({ exitCode: typeof error?.code === "number" ? error.code : error ? 1 : 0, output, complaint });
    });
  });
}

/** The fences of a page that are marked `test`, with what the next fence says comes out, when that is an `answer`. */
function examplesOf({ fences }: Page): Example[] {
  const shown = fences.filter(({ tab }) => tab !== "cli");
  return shown.flatMap(({ language, meta, code, line }, index) => {
    const words = meta.split(" ");
    if (language !== "bash" || !words.includes("test")) return [];
    const next = shown[index + 1];
    const answer = next?.meta.split(" ").includes("answer") ? next : undefined;
    return [{ code, line, answer, isAwaited: words.includes("until") }];
  });
}
