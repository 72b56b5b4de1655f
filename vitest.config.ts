import { defineConfig } from "vitest/config";

const outside = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...outside, "**/*.docker.test.ts", "spec/product/**"],
        },
      },
      {
        test: {
          name: "docker",
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
          include: ["spec/product/**/*.test.ts"],
          exclude: outside,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
