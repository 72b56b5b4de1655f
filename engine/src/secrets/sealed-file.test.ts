import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { CHEAP, testSecrets } from "./fixture.ts";
import { deriveKey } from "./key.ts";
import { freshLock, type Lock, parseSealed, seal, unseal } from "./sealed-file.ts";
import { Secret } from "./secret.ts";

const values = new Map([
  ["github-token", "hunter2"],
  ["__proto__", "ä\n\u0000"],
]);
let lock: Lock;
let key: Buffer;
let sealed: string;

beforeAll(async () => {
  const fresh = freshLock(CHEAP);
  const derived = await deriveKey(new Secret("password"), fresh.kdf);
  lock = { ...fresh, check: derived.check };
  key = derived.key;
  sealed = seal(values, { lock, key });
});

const open = (text: string): Map<string, string> => unseal(parseSealed(text, "/state/encrypted"), key);

test("SE-09 what was sealed is opened again, and no two seals look alike", () => {
  expect(open(sealed)).toEqual(values);
  const again = seal(values, { lock, key });
  expect(parseSealed(again, "").nonce).not.toEqual(parseSealed(sealed, "").nonce);
  expect(again).not.toContain("github-token");
});

test("SE-09 a file with any one character changed is refused", () => {
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === "A" ? "B" : "A";
    const tampered = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(() => open(tampered), `character ${at}`).toThrow(/^cannot read "\/state\/encrypted": it/);
  }
});

test("SE-09 a file cut off anywhere is refused", () => {
  for (let length = 0; length < sealed.length; length++) {
    expect(() => open(sealed.slice(0, length)), `length ${length}`).toThrow(/it is damaged/);
  }
});

test("SE-09 anything else is refused without a word of it in the message", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (first, second) => {
      expect(() => open(`${first}\n${second}\n`)).toThrow(
        `cannot read "/state/encrypted": it is damaged or was changed by something else`,
      );
    }),
  );
});

test("SE-09 a file of a newer version says so", () => {
  expect(() => open(sealed.replace(`"version":1`, `"version":2`))).toThrow(/format 2, written by a newer version/);
});

test.each([
  ["memory", { n: 2 ** 20, r: 16, p: 1 }],
  ["work", { n: 2 ** 17, r: 8, p: 64 }],
  ["no end", { n: 2 ** 40, r: 1, p: 1 }],
  ["no power of two", { n: 1000, r: 8, p: 1 }],
  ["fractions", { n: 2, r: 0.5, p: 1 }],
])("SE-09 a file that asks for too much is refused before any key is derived: %s", (_, cost) => {
  const hostile = { ...lock, kdf: { ...lock.kdf, ...cost } };

  expect(() => parseSealed(seal(values, { lock: hostile, key }), "")).toThrow(/it is damaged/);
});

test.each([
  ["tampered", (text: string) => text.replace(/\n./, (start) => (start === "\nA" ? "\nB" : "\nA"))],
  ["cut off", (text: string) => text.slice(0, -10)],
  ["empty", () => ""],
  ["newer", (text: string) => text.replace(`"version":1`, `"version":9`)],
])("SE-09 a file that is %s is never overwritten", async (_, damage) => {
  const { open: openSecrets, folder } = await testSecrets();
  const path = join(folder, "encrypted");
  const secrets = await openSecrets();
  await secrets.setUp({ provider_type: "encrypted" });
  await secrets.create({ key: "a", value: "1" });
  const damaged = damage(await readFile(path, "utf8"));
  await writeFile(path, damaged);

  const attempts = [
    () => secrets.create({ key: "b", value: "2" }),
    () => secrets.remove("a"),
    () => secrets.list(),
    () => secrets.setUp({ provider_type: "encrypted" }),
    () => secrets.setUp({ provider_type: "encrypted", password: "other" }),
  ];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({ name: "AppError", message: expect.stringContaining(path) });
  }
  expect(await readFile(path, "utf8")).toBe(damaged);
});
