import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockedKeyring, testSecrets } from "./fixture.ts";
import { deriveKey, freshKdf, STANDARD_COST } from "./key.ts";
import { Secret } from "./secret.ts";

const ENCRYPTED = { provider_type: "encrypted" } as const;
const VARIABLE = { TOOLHAVEN_SECRETS_PASSWORD: "from-variable" };
const read = (folder: string): Promise<string> => readFile(join(folder, "encrypted"), "utf8");

test("SE-07 without a password one is made up, strong, and kept in the keyring", async () => {
  const { open, keyring } = await testSecrets();
  await (await open()).setUp(ENCRYPTED);

  const [password] = keyring.entries.values();
  expect(password?.reveal()).toMatch(/^[\w-]{43}$/);
});

test("SE-07 the variable goes before the keyring, which is not asked at all", async () => {
  const { open, keyring } = await testSecrets();
  keyring.problem = lockedKeyring();
  const secrets = await open(VARIABLE);
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "1" });

  expect(await (await open(VARIABLE)).read("a")).toBe("1");
  expect(keyring.calls).toBe(0);
});

test("SE-07 a keyring that cannot be used is a 400 that names both ways out, and leaves no file", async () => {
  const { open, folder, keyring } = await testSecrets();
  keyring.problem = lockedKeyring();
  const secrets = await open();

  for (const request of [ENCRYPTED, { ...ENCRYPTED, password: "hunter2" }]) {
    await expect(secrets.setUp(request)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("it is locked"),
      hint: expect.stringMatching(/keyring.*TOOLHAVEN_SECRETS_PASSWORD/),
    });
  }
  await expect(read(folder)).rejects.toMatchObject({ code: "ENOENT" });
  await expect(secrets.provider()).rejects.toMatchObject({ code: "not_found" });
});

test("SE-07 a store is opened with the password that was sent, which the keyring then keeps", async () => {
  const { open, keyring } = await testSecrets();
  const secrets = await open();
  await secrets.setUp({ ...ENCRYPTED, password: "mine" });
  await secrets.create({ key: "a", value: "1" });
  keyring.entries.clear();

  const again = await open();
  await expect(again.read("a")).rejects.toMatchObject({
    code: "internal",
    hint: expect.stringContaining(`"password"`),
  });
  await expect(again.setUp(ENCRYPTED)).rejects.toMatchObject({ code: "invalid_input" });
  await again.setUp({ ...ENCRYPTED, password: "mine" });

  expect([...keyring.entries.values()].map((password) => password.reveal())).toEqual(["mine"]);
  expect(await (await open()).read("a")).toBe("1");
});

test("SE-07 another password than the store's is a 400 and changes neither file nor keyring", async () => {
  const { open, folder, keyring } = await testSecrets();
  const secrets = await open();
  await secrets.setUp({ ...ENCRYPTED, password: "mine" });
  await secrets.create({ key: "a", value: "1" });
  const before = await read(folder);
  await secrets.setUp({ provider_type: "none" });

  await expect(secrets.setUp({ ...ENCRYPTED, password: "theirs" })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/^invalid "password"/),
  });

  expect(await read(folder)).toBe(before);
  expect([...keyring.entries.values()].map((password) => password.reveal())).toEqual(["mine"]);
  expect(await secrets.provider()).toMatchObject({ provider_type: "none" });
});

test("SE-07 a password that differs from the variable's is a 400", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open(VARIABLE);

  await expect(secrets.setUp({ ...ENCRYPTED, password: "theirs" })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("TOOLHAVEN_SECRETS_PASSWORD"),
  });
  await expect(read(folder)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await secrets.setUp({ ...ENCRYPTED, password: "from-variable" })).toMatchObject(ENCRYPTED);
});

test("SE-07 a wrong password is found out before anything is written, and says where it came from", async () => {
  const { open, folder } = await testSecrets();
  await (await open(VARIABLE)).setUp(ENCRYPTED);
  const before = await read(folder);
  const secrets = await open({ TOOLHAVEN_SECRETS_PASSWORD: "wrong" });

  const attempts = [
    () => secrets.create({ key: "a", value: "1" }),
    () => secrets.list(),
    () => secrets.provider(),
    () => secrets.setUp(ENCRYPTED),
  ];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({
      code: "internal",
      message: expect.stringContaining("the password in TOOLHAVEN_SECRETS_PASSWORD is not the one it was made with"),
    });
  }
  expect(await read(folder)).toBe(before);
});

test("SE-07 a keyring that was locked at first is asked again at the next call", async () => {
  const { open, keyring } = await testSecrets();
  await (await open()).setUp(ENCRYPTED);
  const secrets = await open();
  keyring.problem = lockedKeyring();
  await expect(secrets.list()).rejects.toMatchObject({ code: "internal", message: expect.stringContaining("locked") });

  keyring.problem = undefined;

  expect(await secrets.list()).toEqual({ keys: [] });
});

test("the keyring is asked once, however many read at once", async () => {
  const { open, keyring } = await testSecrets();
  const first = await open();
  await first.setUp(ENCRYPTED);
  await first.create({ key: "a", value: "1" });
  const secrets = await open();
  keyring.calls = 0;

  await Promise.all(Array.from({ length: 20 }, () => secrets.read("a")));
  await secrets.create({ key: "b", value: "2" });

  expect(keyring.calls).toBe(1);
});

test("at the cost that is usual, deriving the key leaves the event loop free", async () => {
  const deriving = deriveKey(new Secret("password"), freshKdf(STANDARD_COST)).then(() => "derived");

  expect(await Promise.race([deriving, new Promise((resolve) => setImmediate(resolve, "the loop turned"))])).toBe(
    "the loop turned",
  );
  expect(await deriving).toBe("derived");
}, 30_000);

test("a set-up that fails leaves a store usable that was open before", async () => {
  const { open, keyring } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "1" });
  keyring.problem = lockedKeyring();

  await expect(secrets.setUp(ENCRYPTED)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await secrets.read("a")).toBe("1");
});

test("a store that cannot be written leaves no password in the keyring", async () => {
  const { open, folder, keyring } = await testSecrets();
  const { write } = keyring;
  // A folder takes its place at the last moment: the file cannot be renamed to it.
  keyring.write = async (...entry) => {
    await write(...entry);
    await mkdir(join(folder, "encrypted", "inside"), { recursive: true });
  };

  await expect((await open()).setUp(ENCRYPTED)).rejects.toThrow();
  expect(keyring.calls).toBe(2);
  expect([...keyring.entries]).toEqual([]);
});

test("stores of several installations share a keyring without touching each other's password", async () => {
  const one = await testSecrets();
  const two = await testSecrets();
  const [first, second] = [await one.open(), await two.open()];
  await first.setUp({ ...ENCRYPTED, password: "one" });
  await second.setUp({ ...ENCRYPTED, password: "two" });
  for (const [id, password] of one.keyring.entries) two.keyring.entries.set(id, new Secret(password.reveal()));

  expect(two.keyring.entries.size).toBe(2);
  expect(await (await two.open()).list()).toEqual({ keys: [] });
});

test("a file that was put back from a backup is read as it is now", async () => {
  const { open, folder } = await testSecrets();
  const secrets = await open();
  await secrets.setUp(ENCRYPTED);
  await secrets.create({ key: "a", value: "old" });
  const backup = await read(folder);
  await secrets.update("a", { value: "new" });

  await rm(join(folder, "encrypted"));
  await writeFile(join(folder, "encrypted"), backup);

  expect(await secrets.read("a")).toBe("old");
});
