import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testSecrets } from "./fixture.ts";

const ENCRYPTED = { provider_type: "encrypted" } as const;

test("SE-01 a secret is listed by name only, read by reference, and is there after a restart", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "github-token", value: "hunter2" });

  const again = await open();

  expect(await again.list()).toEqual({ keys: [{ key: "github-token" }] });
  expect(await again.resolve([{ name: "github-token", target: "TOKEN" }])).toEqual({ TOKEN: "hunter2" });
  expect(await again.read("github-token")).toBe("hunter2");
});

test("SE-01 a changed value replaces the old one, a deleted secret is gone, and a second delete is 404", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "1" });
  expect(await secrets.update("a", { value: "2" })).toMatchObject({ key: "a" });
  expect(await secrets.read("a")).toBe("2");

  await secrets.remove("a");

  expect(await secrets.list()).toEqual({ keys: [] });
  await expect(secrets.remove("a")).rejects.toMatchObject({ code: "not_found" });
  await expect(secrets.update("a", { value: "3" })).rejects.toMatchObject({ code: "not_found" });
});

test("SE-01 names may be anything, and lists are sorted", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  for (const key of ["z", "__proto__", "op://a/b", "ä, b", "constructor"]) {
    await secrets.create({ key, value: `value of ${key}` });
  }

  expect((await secrets.list()).keys.map(({ key }) => key)).toEqual([
    "__proto__",
    "constructor",
    "op://a/b",
    "z",
    "ä, b",
  ]);
  expect(await secrets.read("__proto__")).toBe("value of __proto__");
});

test("SE-02 without a provider every call is 404, and a reference is a bad request", async () => {
  const { open } = await testSecrets();
  const secrets = await open();

  const calls = [
    () => secrets.provider(),
    () => secrets.list(),
    () => secrets.create({ key: "a", value: "1" }),
    () => secrets.update("a", { value: "1" }),
    () => secrets.remove("a"),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "not_found" });
  await expect(secrets.resolve([{ name: "a", target: "A" }])).rejects.toMatchObject({
    code: "invalid_input",
    message: `unknown secret "a": secrets are not set up`,
  });
  expect(await secrets.resolve([])).toEqual({});
});

test("SE-02 the first set-up and a later one are told apart", async () => {
  const { open } = await testSecrets();
  const secrets = await open();

  expect(await secrets.setUp({ provider_type: "none" })).toEqual({
    provider_type: "none",
    message: "Secrets provider setup successfully",
  });
  expect(await secrets.setUp(ENCRYPTED)).toEqual({
    provider_type: "encrypted",
    message: "Secrets provider reconfigured successfully",
  });
});

const fields = [
  { vault: { id: "v1", title: "Work" }, item: { id: "i1", title: "GitHub" }, field: { id: "f1", title: "token" } },
];
const onePassword = {
  connect: async () => ({
    resolve: async () => new Map([["op://Work/GitHub/token", { kind: "value", value: "from-vault" } as const]]),
    fields: async () => fields,
  }),
};
const TOKEN = { OP_SERVICE_ACCOUNT_TOKEN: "ops_example" };

test.each([
  ["encrypted", { can_read: true, can_write: true, can_list: true, can_delete: true, can_cleanup: true }],
  ["1password", { can_read: true, can_write: false, can_list: true, can_delete: false, can_cleanup: false }],
  ["none", { can_read: false, can_write: false, can_list: true, can_delete: false, can_cleanup: true }],
] as const)("SE-03 the provider %s says what it can do", async (provider_type, capabilities) => {
  const { open } = await testSecrets({ onePassword });
  const secrets = await open(TOKEN);
  await secrets.setUp({ provider_type });

  expect(await secrets.provider()).toEqual({ name: "default", provider_type, capabilities });
});

test.each(["1password", "none"] as const)(
  "SE-03 the provider %s refuses every change with 405",
  async (provider_type) => {
    const { open } = await testSecrets({ onePassword });
    const secrets = await open(TOKEN);
    await secrets.setUp({ provider_type });

    const calls = [
      () => secrets.create({ key: "a", value: "1" }),
      () => secrets.update("a", { value: "1" }),
      () => secrets.remove("a"),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: "unsupported",
        message: expect.stringContaining(provider_type),
      });
    }
  },
);

test("SE-03 the provider none lists nothing and has nothing", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp({ provider_type: "none" });

  expect(await secrets.list()).toEqual({ keys: [] });
  await expect(secrets.read("a")).rejects.toMatchObject({ code: "invalid_input" });
});

test("SE-04 providers are switched at any time; nothing moves between them and nothing is lost", async () => {
  const { open } = await testSecrets({ onePassword });
  const secrets = await open(TOKEN);
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "1" });

  await secrets.setUp({ provider_type: "1password" });
  expect((await secrets.list()).keys).toEqual([{ key: "op://v1/i1/f1", description: "Work :: GitHub :: token" }]);
  expect(await secrets.read("op://Work/GitHub/token")).toBe("from-vault");
  await secrets.setUp({ provider_type: "none" });
  expect(await secrets.list()).toEqual({ keys: [] });
  await secrets.setUp(ENCRYPTED);

  expect(await secrets.read("a")).toBe("1");
});

test("SE-05 a taken name is 409 and the first value stays", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);

  const outcomes = await Promise.allSettled(["1", "2", "3"].map((value) => secrets.create({ key: "a", value })));

  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(outcomes[1]).toMatchObject({ reason: { code: "already_exists" } });
  expect(await secrets.read("a")).toBe("1");
});

test("SE-06 a variable stands in for a secret that is not there, is never listed, and takes its name", async () => {
  const { open } = await testSecrets();
  const secrets = await open({ TOOLHAVEN_SECRET_token: "from-variable" });
  await secrets.setUp(ENCRYPTED);

  expect(await secrets.read("token")).toBe("from-variable");
  expect(await secrets.list()).toEqual({ keys: [] });
  await expect(secrets.create({ key: "token", value: "1" })).rejects.toMatchObject({ code: "already_exists" });
  await expect(secrets.remove("token")).rejects.toMatchObject({ code: "not_found" });

  await secrets.update("token", { value: "stored" });
  expect(await secrets.read("token")).toBe("stored");
  expect(await (await open()).read("token")).toBe("stored");
});

test("SE-06 the variables can be switched off", async () => {
  const { open } = await testSecrets();
  const secrets = await open({ TOOLHAVEN_SECRET_token: "1", TOOLHAVEN_DISABLE_ENV_FALLBACK: "true" });
  await secrets.setUp({ provider_type: "none" });

  await expect(secrets.read("token")).rejects.toMatchObject({
    code: "invalid_input",
    message: `unknown secret "token": the provider "none" has none of that name`,
  });
});

test("one reference without a value refuses all of them, and names it", async () => {
  const { open } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "hunter2" });

  const references = [
    { name: "a", target: "A" },
    { name: "b", target: "B" },
  ];
  await expect(secrets.resolve(references)).rejects.toThrow(/^unknown secret "b"/);
});

test("a provider named by the environment wins, and a set-up it would hide is refused", async () => {
  const { open } = await testSecrets();
  await (await open()).setUp(ENCRYPTED);
  const secrets = await open({ TOOLHAVEN_SECRETS_PROVIDER: "none" });

  expect(await secrets.provider()).toMatchObject({ provider_type: "none" });
  await expect(secrets.setUp(ENCRYPTED)).rejects.toThrow(/TOOLHAVEN_SECRETS_PROVIDER/);
  expect(await (await open()).provider()).toMatchObject({ provider_type: "encrypted" });
});

test("everything on disk is for its owner only, and what an interrupted write left is removed", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await writeFile(join(folder, ".encrypted.0000.tmp"), "half");
  await open();

  expect((await readdir(folder)).toSorted()).toEqual(["encrypted", "provider.json"]);
  for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
});

test("a choice that cannot be understood is an error that names its file, and a new set-up mends it", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "1" });
  await writeFile(join(folder, "provider.json"), "{");

  await expect(secrets.list()).rejects.toMatchObject({
    code: "internal",
    message: expect.stringContaining("provider.json"),
  });
  await secrets.setUp(ENCRYPTED);
  expect(await secrets.read("a")).toBe("1");
});

test("a store that vanished is an error, never an empty list, until it is set up again", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await rm(join(folder, "encrypted"));

  await expect(secrets.list()).rejects.toMatchObject({ code: "internal" });
  await expect(secrets.create({ key: "a", value: "1" })).rejects.toMatchObject({ code: "internal" });
  await secrets.setUp(ENCRYPTED);
  expect(await secrets.list()).toEqual({ keys: [] });
});

test("a refused change leaves the file as it was, to the byte", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  const before = await readFile(join(folder, "encrypted"), "utf8");

  await expect(secrets.remove("a")).rejects.toThrow();
  await expect(secrets.create({ key: "a", value: "x".repeat(33 * 1024 * 1024) })).rejects.toMatchObject({
    code: "too_large",
  });
  expect(await readFile(join(folder, "encrypted"), "utf8")).toBe(before);
});

test("a forgotten password leaves a store that only the password opens again", async () => {
  const { open, keyring } = await testSecrets();
  const secrets = await open();
  await secrets.setUp({ ...ENCRYPTED, password: "correct horse" });
  await secrets.create({ key: "a", value: "1" });

  await secrets.forgetPassword();

  expect(keyring.entries.size).toBe(0);
  const again = await open();
  await expect(again.read("a")).rejects.toMatchObject({ code: "internal" });
  await again.setUp({ ...ENCRYPTED, password: "correct horse" });
  expect(await again.read("a")).toBe("1");
});
