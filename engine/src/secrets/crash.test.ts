import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crashEverywhere } from "../state/crash-everywhere.ts";
import { secretsEnvironmentFrom } from "./environment.ts";
import { CHEAP, memoryLog } from "./fixture.ts";
import { memoryKeyring, noAccount } from "./memory-keyring.ts";
import { Secret } from "./secret.ts";
import { openSecrets } from "./secrets.ts";

/** Provider and secrets after so many changes of the program. */
const AFTER = [
  ["not_found", {}],
  ["encrypted", {}],
  ["encrypted", { a: "1" }],
  ["encrypted", { a: "1", b: "2" }],
  ["encrypted", { a: "3", b: "2" }],
  ["encrypted", { a: "3" }],
  ["none", { a: "3" }],
  ["encrypted", { a: "3" }],
];

test("SE-12 wherever the server dies or the power goes, no acknowledged secret is lost and none is half-written", async () => {
  const kills = await crashEverywhere({
    program: new URL("crash-program.ts", import.meta.url),
    async verify({ folder, acknowledged }) {
      expect([AFTER[acknowledged], AFTER[acknowledged + 1]]).toContainEqual(await whatIsLeft(folder));
      expect(["encrypted", "provider.json"]).toEqual(expect.arrayContaining(await readdir(join(folder, "secrets"))));
    },
  });

  expect(kills).toBeGreaterThan(5 * AFTER.length);
}, 180_000);

/** As the next server finds it: whatever happened, setting up must work and bring back every secret. */
async function whatIsLeft(folder: string): Promise<unknown> {
  const keyring = memoryKeyring();
  const kept = await readFile(join(folder, "keyring"), "utf8").catch(() => "{}");
  for (const [id, password] of Object.entries(JSON.parse(kept) as Record<string, string>)) {
    keyring.entries.set(id, new Secret(password));
  }
  await using secrets = await openSecrets({
    folder: join(folder, "secrets"),
    env: secretsEnvironmentFrom({}),
    keyring,
    onePassword: noAccount,
    log: memoryLog().log,
    cost: CHEAP,
  });
  const provider = await secrets.provider().then(
    ({ provider_type }) => provider_type,
    ({ code }: { code: string }) => code,
  );
  await secrets.setUp({ provider_type: "encrypted" });
  const { keys } = await secrets.list();
  return [provider, await secrets.resolve(keys.map(({ key }) => ({ name: key, target: key })))];
}
