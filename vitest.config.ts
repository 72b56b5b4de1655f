import { defineConfig } from "vitest/config";
import { countsReporter } from "./scripts/counts-reporter.ts";

const outside = ["**/node_modules/**", "**/dist/**"];
/** What is waited for may take its time on a busy machine. */
const expect = { poll: { timeout: 20_000 } };
/** Shared machines stall; what fails three times in a row there fails. Elsewhere once is enough. */
const retry = process.env["CI"] === "true" ? 2 : 0;
const counts = process.env["THV_TEST_COUNTS"];

export default defineConfig({
  test: {
    reporters: counts ? ["default", countsReporter(counts)] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          expect,
          retry,
          // Machines are shared: a test that is slow there is not one that hangs.
          testTimeout: 30_000,
          include: ["**/*.test.ts"],
          exclude: [...outside, "**/*.docker.test.ts", "**/*.browser.test.ts", "spec/product/**"],
        },
      },
      {
        test: {
          name: "browser",
          expect,
          retry,
          include: ["**/*.browser.test.ts"],
          exclude: outside,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "docker",
          expect,
          retry,
          include: ["**/*.docker.test.ts"],
          exclude: outside,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "product",
          expect,
          retry,
          include: ["spec/product/**/*.test.ts"],
          setupFiles: ["spec/product/clean-up.ts"],
          exclude: outside,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
