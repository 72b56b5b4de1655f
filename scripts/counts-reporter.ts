import { writeFileSync } from "node:fs";
import type { Reporter, TestModule, TestSuite } from "vitest/node";
import type { Tally } from "./tally.ts";

/**
 * Writes a run's tally to a file as JSON. A file that cannot be loaded, a hook that fails and an error nobody caught
 * are failures too, although no test carries them.
 */
export function countsReporter(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
      for (const module of modules) count(module, tally);
      writeFileSync(file, JSON.stringify(tally satisfies Tally));
    },
  };
}

function count(module: TestModule, tally: Record<keyof Tally, number>): void {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    // A test without a result was never run: its file or a hook before it failed.
    tally[state === "pending" ? "skipped" : state] += 1;
  }
  const broken: ReadonlyArray<TestModule | TestSuite> = [module, ...module.children.allSuites()];
  tally.failed += broken.filter((suite) => suite.errors().length > 0).length;
}
