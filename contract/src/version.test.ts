import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "./version.ts";

test("the version is that of the package", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  expect(manifest).toMatchObject({ version: VERSION.slice(1) });
});
