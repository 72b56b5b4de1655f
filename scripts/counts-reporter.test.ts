import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { run } from "./run.ts";
import type { Tally } from "./tally.ts";

// Every test starts vitest anew.
vi.setConfig({ testTimeout: 60_000 });

/** Runs test files of their own, apart from this project's, and gives what the reporter wrote. */
async function tallyOf(files: Readonly<Record<string, string>>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), "thv-reporter-"));
  const counts = join(folder, "counts.json");
  const reporter = join(import.meta.dirname, "counts-reporter.ts");
  try {
    await writeFile(
      join(folder, "vitest.config.mjs"),
      `import { countsReporter } from ${JSON.stringify(reporter)};
       export default { test: { globals: true, reporters: [countsReporter(${JSON.stringify(counts)})] } };`,
    );
    for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
    await run(["vitest", "run", "--root", folder]);
    return JSON.parse(await readFile(counts, "utf8")) as Tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("tests count by what became of them", async () => {
  const tally = await tallyOf({
    "a.test.js": `
      test("good", () => {});
      test("bad", () => { throw new Error("bad"); });
      test.fails("known to be bad", () => { throw new Error("known"); });
      test.skip("not now", () => {});
      test.todo("later");`,
    "b.test.js": `describe("nested", () => { test.each([1, 2, 3])("%i", () => {}); });`,
  });
  expect(tally).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test.each([
  ["a file that cannot be loaded", `throw new Error("broken");`, 0],
  ["a hook after the tests", `afterAll(() => { throw new Error("no"); }); test("good", () => {});`, 1],
  ["a hook before the tests", `beforeAll(() => { throw new Error("no"); }); test("never run", () => {});`, 0],
  ["an error that nobody caught", `test("good", () => { Promise.reject(new Error("late")); });`, 1],
])("a failure outside of a test counts: %s", async (_, source, passed) => {
  expect(await tallyOf({ "a.test.js": source })).toMatchObject({ passed, failed: 1 });
});
