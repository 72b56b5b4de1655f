import { mkdtemp, readFile, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Handlers } from "@toolhaven/contract/routes";
import { secretsEnvironmentFrom } from "@toolhaven/engine/secrets/environment";
import { openSecrets } from "@toolhaven/engine/secrets/secrets";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../app.ts";
import { secretHandlers } from "./secrets.ts";

const KEYS = "/secrets/default/keys";

interface Api {
  /** Status and body, JSON parsed. */
  call(method: string, path: string, body?: unknown): Promise<readonly [number, unknown]>;
  readonly folder: string;
  readonly unexpected: readonly unknown[];
}

async function setup(env: Readonly<Record<string, string>> = { TOOLHAVEN_SECRETS_PASSWORD: "hunter2" }): Promise<Api> {
  const folder = await mkdtemp(join(tmpdir(), "thv-secrets-api-"));
  const refuse = (): Promise<never> => Promise.reject(new Error("not there"));
  const secrets = await openSecrets({
    folder,
    env: secretsEnvironmentFrom(env),
    keyring: { read: refuse, write: refuse, remove: refuse },
    onePassword: { connect: refuse },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    cost: { n: 2, r: 1, p: 1 },
  });
  onTestFinished(() => secrets[Symbol.asyncDispose]());
  const unexpected: unknown[] = [];
  const app = createApp({
    handlers: secretHandlers(secrets) as Handlers,
    bindHost: "127.0.0.1",
    onUnexpected: (error) => unexpected.push(error),
  });
  return {
    folder,
    unexpected,
    async call(method, path, body) {
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      const request = { method, headers: { host: "127.0.0.1:8080" }, ...(body !== undefined && { body: sent }) };
      const response = await app.request(`/api/v1beta${path}`, request);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return [response.status, isJson ? JSON.parse(text) : text.trim()];
    },
  };
}

test("SE-01 the calls on secrets answer with names, never with a value", async () => {
  const { call } = await setup();

  expect(await call("POST", "/secrets", { provider_type: "encrypted" })).toEqual([
    201,
    { provider_type: "encrypted", message: "Secrets provider setup successfully" },
  ]);
  expect(await call("GET", "/secrets/default")).toEqual([
    200,
    {
      name: "default",
      provider_type: "encrypted",
      capabilities: { can_read: true, can_write: true, can_list: true, can_delete: true, can_cleanup: true },
    },
  ]);
  expect(await call("POST", KEYS, { key: "a", value: "1" })).toMatchObject([201, { key: "a" }]);
  expect(await call("PUT", `${KEYS}/a`, { value: "2" })).toMatchObject([200, { key: "a" }]);
  expect(await call("GET", KEYS)).toEqual([200, { keys: [{ key: "a" }] }]);
  expect(await call("DELETE", `${KEYS}/a`)).toEqual([204, ""]);
  expect(await call("GET", KEYS)).toEqual([200, { keys: [] }]);
});

test("SE-02 SE-03 SE-05 what is wrong with the request comes first, then the set-up, the provider, and the name", async () => {
  const { call } = await setup();
  const good = { key: "a", value: "1" };
  expect(await call("POST", KEYS, { key: "", value: "1" })).toEqual([400, `invalid "key": must not be empty`]);
  expect(await call("POST", KEYS, "{")).toEqual([400, "the body is not valid JSON"]);
  expect(await call("PUT", `${KEYS}/a`, { value: "" })).toMatchObject([400, expect.stringMatching(/^invalid "value"/)]);
  for (const [method, path, body] of [
    ["GET", "/secrets/default"],
    ["GET", KEYS],
    ["POST", KEYS, good],
    ["PUT", `${KEYS}/a`, good],
    ["DELETE", `${KEYS}/a`],
  ] as const) {
    expect(await call(method, path, body)).toEqual([
      404,
      "secrets are not set up; choose a provider with POST /api/v1beta/secrets",
    ]);
  }

  await call("POST", "/secrets", { provider_type: "none" });
  expect(await call("POST", KEYS, good)).toEqual([405, `the secrets provider "none" cannot create a secret`]);
  expect(await call("PUT", `${KEYS}/a`, good)).toEqual([405, `the secrets provider "none" cannot change a secret`]);
  expect(await call("DELETE", `${KEYS}/a`)).toEqual([405, `the secrets provider "none" cannot delete a secret`]);
  expect(await call("GET", KEYS)).toEqual([200, { keys: [] }]);

  await call("POST", "/secrets", { provider_type: "encrypted" });
  expect(await call("PUT", `${KEYS}/a`, good)).toEqual([404, `secret "a" not found`]);
  expect(await call("DELETE", `${KEYS}/a`)).toEqual([404, `secret "a" not found`]);
  await call("POST", KEYS, good);
  expect(await call("POST", KEYS, good)).toEqual([409, `secret "a" already exists`]);
});

test("SE-02 an empty, an unknown and a lacking provider are 400", async () => {
  const { call } = await setup();

  for (const body of ["", "{}", { provider_type: "" }, { provider_type: "vault" }, { provider_type: "1password" }]) {
    expect((await call("POST", "/secrets", body))[0]).toBe(400);
  }
  expect((await call("GET", "/secrets/default"))[0]).toBe(404);
});

test("SE-01 a name with slashes, spaces and percent signs is one part of the path", async () => {
  const { call } = await setup();
  await call("POST", "/secrets", { provider_type: "encrypted" });
  const key = "op://vault/a b/100%25?#é";
  const path = `${KEYS}/${encodeURIComponent(key)}`;
  await call("POST", KEYS, { key, value: "1" });

  expect(await call("PUT", path, { value: "2" })).toMatchObject([200, { key }]);
  expect(await call("DELETE", path)).toEqual([204, ""]);
});

test("SE-09 a damaged store is 500 on every call, and its file stays as it is", async () => {
  const { call, folder, unexpected } = await setup();
  await call("POST", "/secrets", { provider_type: "encrypted" });
  await call("POST", KEYS, { key: "a", value: "1" });
  const path = join(folder, "encrypted");
  await truncate(path, (await readFile(path)).length - 5);
  const damaged = await readFile(path, "utf8");

  const calls = [
    ["GET", "/secrets/default"],
    ["GET", KEYS],
    ["POST", KEYS, { key: "b", value: "2" }],
    ["PUT", `${KEYS}/a`, { value: "2" }],
    ["DELETE", `${KEYS}/a`],
    ["POST", "/secrets", { provider_type: "encrypted" }],
  ] as const;
  for (const [method, where, body] of calls) {
    expect(await call(method, where, body)).toMatchObject([500, expect.stringContaining("it is damaged")]);
  }
  expect(unexpected).toHaveLength(calls.length);
  expect(await readFile(path, "utf8")).toBe(damaged);
});
