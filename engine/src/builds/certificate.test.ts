import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { readCertificates } from "./certificate.ts";

const [first = "", second = ""] = rootCertificates;

async function file(content: string): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "thv-ca-"));
  const path = join(folder, "ca.pem");
  await writeFile(path, content);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("BD-07: every certificate of a file is taken, and nothing between them", async () => {
  await using it = await file(`# Example Corp, ask Jane\r\n${first.replaceAll("\n", "\r\n")}\n\nnotes\n${second}\n`);
  const text = await readCertificates(it.path);
  expect(text.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(text).not.toMatch(/Jane|notes|\r/);
  expect(text.endsWith("-----\n")).toBe(true);
});

test.each([
  ["no certificate", "hello", "holds no PEM certificate"],
  ["a broken one", first.replace(/\n.{20}/, "\n"), "is broken in certificate 1"],
  [
    "a private key",
    `${first}\n-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n`,
    "holds a private key",
  ],
])("BD-07: %s is refused", async (_, content, words) => {
  await using it = await file(content);
  await expect(readCertificates(it.path)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(words),
  });
});

test("BD-07: a file that is not there is refused by its name", async () => {
  await expect(readCertificates("/no/such/ca.pem")).rejects.toThrow(`"/no/such/ca.pem" cannot be read (ENOENT)`);
});
