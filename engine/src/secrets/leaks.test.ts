import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { AppError } from "@toolhaven/contract/errors";
import { expect, test } from "vitest";
import { testSecrets } from "./fixture.ts";

const CANARY = "canary-5f2b";
const [VALUE, PASSWORD, TOKEN, FALLBACK] = ["value", "password", "token", "fallback"].map(
  (kind) => `${CANARY}-${kind}`,
) as [string, string, string, string];

/** Whatever a debugger, a log or a careless `inspect` could show of it. */
const everythingIn = (thing: unknown): string =>
  `${inspect(thing, { depth: null, showHidden: true, getters: true })}${JSON.stringify(thing)}`;

test("SE-08 no value, password or token is in any file, log line, error or its causes", async () => {
  const onePassword = {
    connect: () => Promise.reject(new Error(`the token ${TOKEN} is refused`, { cause: new Error(TOKEN) })),
  };
  const { open, folder, lines, keyring } = await testSecrets({ onePassword });
  const env = { OP_SERVICE_ACCOUNT_TOKEN: TOKEN, TOOLHAVEN_SECRET_b: FALLBACK };
  const secrets = await open(env);
  const path = join(folder, "encrypted");
  const shown: unknown[] = [secrets];
  const failing = async (call: Promise<unknown>): Promise<void> => void shown.push(await errorOf(call));

  shown.push(await secrets.setUp({ provider_type: "encrypted", password: PASSWORD }));
  shown.push(await secrets.create({ key: "a", value: VALUE }), await secrets.update("a", { value: `${VALUE}2` }));
  shown.push(await secrets.list(), await secrets.provider());
  await failing(secrets.create({ key: "a", value: VALUE }));
  await failing(secrets.create({ key: "b", value: VALUE }));
  await failing(secrets.create({ key: "c", value: VALUE.repeat(2_000_000) }));
  await failing(secrets.update("c", { value: VALUE }));
  await failing(
    secrets.resolve([
      { name: "a", target: "A" },
      { name: "b", target: "B" },
      { name: "c", target: "C" },
    ]),
  );
  await failing(secrets.setUp({ provider_type: "encrypted", password: `${PASSWORD}2` }));
  await failing(secrets.setUp({ provider_type: "1password" }));
  keyring.problem = new AppError("internal", "locked");
  await failing((await open(env)).create({ key: "d", value: VALUE }));
  await failing((await open({ ...env, TOOLHAVEN_SECRETS_PASSWORD: `${PASSWORD}3` })).list());
  keyring.problem = undefined;
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
  await writeFile(path, `${(await readFile(path, "utf8")).slice(0, -8)}\n`);
  await failing((await open(env)).update("a", { value: VALUE }));

  expect(shown.filter((thing) => thing instanceof Error)).toHaveLength(10);
  const everything = [...shown.map(everythingIn), ...lines, ...files, everythingIn(keyring)].join("\n");
  expect(everything).toContain("secrets provider set up");
  expect(everything).not.toContain(CANARY);
});

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "it did not fail",
    (error: unknown) => error,
  );
}
