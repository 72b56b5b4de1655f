import { execFile } from "node:child_process";
import { join } from "node:path";
import { waitUntil } from "@toolhaven/engine/wait";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Page, type PageFence, writtenPages } from "../../site/docs-source.ts";
import { aliasImages, type Aliases } from "./docs/aliases.ts";
import { holds, isSameText } from "./docs/holds.ts";
import { openPlace, type Place } from "./docs/place.ts";

const root = join(import.meta.dirname, "../..");

/** For one example: long enough to build an image. */
const LIMIT_MS = 150_000;

interface Example {
  readonly code: string;
  readonly line: number;
  readonly answer: PageFence | undefined;
  /** What is shown comes about by itself, after a while. */
  readonly isAwaited: boolean;
}

/** Pages show a way with calls and a way with commands, in tabs; a reader goes one of them. */
type Way = "api" | "cli";

const ways = writtenPages().flatMap((page) =>
  (["api", "cli"] as const)
    .map((way) => ({ page: page.path, way, examples: examplesOf(page, way) }))
    .filter(({ examples }) => examples.length > 0),
);

let aliases: Aliases;
beforeAll(() => {
  aliases = aliasImages();
});
afterAll(() => aliases[Symbol.dispose]());

test.each(ways)(
  "WP-07 the examples of $page with the $way give what is shown",
  { timeout: 400_000 },
  async ({ way, examples }) => {
    await using place = await openPlace(way);
    for (const example of examples) await follow(example, place);
  },
);

/** Runs one example as it stands on the page, but for the server's address. */
async function follow({ code, line, answer, isAwaited }: Example, { url, env }: Place): Promise<void> {
  const script = code.replaceAll("http://127.0.0.1:8080", url);
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
  if (answer.language === "text") return isSameText(output, answer.code) ? undefined : `it says ${output}`;
  return holds(JSON.parse(output), JSON.parse(answer.code)) ? undefined : `it answers ${output}`;
}

function run(script: string, env: Place["env"]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", timeout: LIMIT_MS } as const;
    const shell = execFile("bash", ["-ec", script], options, (error, output, complaint) => {
      resolve({ exitCode: typeof error?.code === "number" ? error.code : error ? 1 : 0, output, complaint });
    });
    shell.stdin?.end();
  });
}

/** The fences of a page that are marked `test`, with what the next fence says comes out, when that is an `answer`. */
function examplesOf({ fences }: Page, way: Way): Example[] {
  return fences.flatMap(({ language, meta, code, line, tab = way }, index) => {
    const words = meta.split(" ");
    // Outside of tabs, too, a call is not for those who use commands, nor a command for those who make calls.
    const isOther = way === "cli" ? code.includes("127.0.0.1:8080") || words.includes("api") : /^\s*thv /m.test(code);
    if (language !== "bash" || !words.includes("test") || tab !== way || isOther) return [];
    const next = fences[index + 1];
    const answer = next?.meta.split(" ").includes("answer") ? next : undefined;
    return [{ code, line, answer, isAwaited: words.includes("until") }];
  });
}
