import { indent, report } from "./report.ts";
import { run } from "./run.ts";
import { add, failures, NOTHING, passes, type Tally } from "./tally.ts";

const CHECKS: ReadonlyArray<readonly [name: string, command: readonly string[]]> = [
  ["types", ["tsc", "--noEmit"]],
  ["types of the site", ["tsc", "--noEmit", "-p", "site"]],
  ["lint", ["oxlint", "--type-aware"]],
  ["format", ["oxfmt", "--check", "."]],
  ["unused code", ["knip"]],
];

/** What can be said without running the code; each check counts as one. */
export async function runChecks(): Promise<Tally> {
  const outcomes = await Promise.all(
    CHECKS.map(async ([name, command]) => {
      const startedAt = performance.now();
      const { ok, stdout, stderr } = await run(command);
      report(ok ? "passed" : "failed", name, startedAt);
      if (!ok) console.log(indent(`${stdout}\n${stderr}`));
      return ok ? passes(1) : failures(1);
    }),
  );
  return outcomes.reduce(add, NOTHING);
}
