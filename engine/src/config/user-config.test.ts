import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readUserConfig, writeUserConfig } from "./user-config.ts";

const freshFile = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), "thv-config-")), "below", "config.json");

test("what was chosen is read again, an explicit zero included", async () => {
  const path = await freshFile();
  expect(await readUserConfig(path)).toEqual({ otel: {} });
  await writeUserConfig(path, { caCertificate: "/etc/ca.pem", otel: { samplingRate: 0, insecure: false } });
  expect(await readUserConfig(path)).toEqual({
    caCertificate: "/etc/ca.pem",
    otel: { samplingRate: 0, insecure: false },
  });
});

test.each(["{", "[]", `{"otel":{"samplingRate":2}}`])("%s is refused by the file's name", async (text) => {
  const path = join(await mkdtemp(join(tmpdir(), "thv-config-")), "config.json");
  await writeFile(path, text);
  await expect(readUserConfig(path)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(path),
  });
});
