import { acknowledge, folder, step } from "../state/fault-fs.ts";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { secretsEnvironmentFrom } from "./environment.ts";
import type { Keyring } from "./keyring.ts";
import { Secret } from "./secret.ts";
import { openSecrets } from "./secrets.ts";

// The program that crash.test.ts kills. Its keyring is a file beside the secrets, written in a moment that no kill
// can cut in two.
const keyringFile = `${folder}/keyring`;
const readEntries = (): Record<string, string> =>
  existsSync(keyringFile) ? (JSON.parse(readFileSync(keyringFile, "utf8")) as Record<string, string>) : {};

const keyring: Keyring = {
  async read(id) {
    const password = readEntries()[id];
    return password === undefined ? undefined : new Secret(password);
  },
  async write(id, password) {
    await step();
    writeFileSync(keyringFile, JSON.stringify({ ...readEntries(), [id]: password.reveal() }));
    await step();
  },
  remove: () => Promise.reject(new Error("no write fails here")),
};

const silent = (): void => undefined;
const secrets = await openSecrets({
  folder: `${folder}/secrets`,
  env: secretsEnvironmentFrom({}),
  keyring,
  onePassword: { connect: () => Promise.reject(new Error("there is no account here")) },
  log: { debug: silent, info: silent, warn: silent, error: silent },
  cost: { n: 2, r: 1, p: 1 },
});

const changes: ReadonlyArray<() => Promise<unknown>> = [
  () => secrets.setUp({ provider_type: "encrypted" }),
  () => secrets.create({ key: "a", value: "1" }),
  () => secrets.create({ key: "b", value: "2" }),
  () => secrets.update("a", { value: "3" }),
  () => secrets.remove("b"),
  () => secrets.setUp({ provider_type: "none" }),
  () => secrets.setUp({ provider_type: "encrypted" }),
];
for (const change of changes) {
  await change();
  acknowledge();
}
