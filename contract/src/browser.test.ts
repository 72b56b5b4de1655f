import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

test("the contract loads and works where there is no Node", async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...files.map((file) => `import "./${file}";`),
        `import { openApiDocument } from "./openapi.ts";`,
        `import { workloadNameFrom } from "./workload-name.ts";`,
        `result = [openApiDocument({ version: "v1" }).openapi, workloadNameFrom("https://example.com/x")];`,
      ].join("\n"),
      resolveDir: join(import.meta.dirname),
    },
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2023",
    write: false,
  });
  const context: { URL: typeof URL; result?: unknown } = { URL };
  new Script(outputFiles[0]!.text).runInContext(createContext(context));
  expect(context.result).toEqual(["3.1.0", "example"]);
});
