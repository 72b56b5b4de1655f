import { inspect } from "node:util";
import type { AppError } from "@toolhaven/contract/errors";
import { expect, test } from "vitest";
import {
  type OnePassword,
  type OnePasswordAccount,
  type OnePasswordDeps,
  onePasswordProvider,
  type ResolvedReference,
} from "./one-password.ts";
import { onePasswordSdk } from "./one-password-sdk.ts";
import type { Provider } from "./provider.ts";
import { Secret } from "./secret.ts";

const LIMITS = { connectMs: 50, answerMs: 50 };
const never = <T>(): Promise<T> => new Promise(() => undefined);
const token = new Secret("ops_canary");

const vault: Readonly<Record<string, ResolvedReference>> = {
  "op://Work/GitHub/token": { kind: "value", value: "hunter2" },
  "op://Work/GitHub/gone": { kind: "missing" },
  "op://Work/Twice/token": { kind: "refused", reason: "more than one item has that title; use its id" },
};

function setup({ account = {}, ...deps }: { account?: Partial<OnePasswordAccount> } & Partial<OnePasswordDeps> = {}) {
  const connections: Secret[] = [];
  const onePassword: OnePassword = {
    async connect(used) {
      connections.push(used);
      return {
        resolve: async (references) => new Map(references.map((name) => [name, vault[name] ?? { kind: "missing" }])),
        fields: async () => [],
        ...account,
      };
    },
  };
  return { connections, provider: onePasswordProvider({ onePassword, token, limits: LIMITS, ...deps }) };
}

const failureOf = async (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => expect.unreachable(),
    (error: AppError) => error,
  );

test("SE-11 references are read together over one connection; what is not there has no value", async () => {
  const { provider, connections } = setup();
  const names = ["op://Work/GitHub/token", "op://Work/GitHub/gone", "github-token"];

  expect(await provider.find(names)).toEqual(new Map([["op://Work/GitHub/token", "hunter2"]]));
  await Promise.all([provider.check(), provider.find(names)]);
  expect(connections).toEqual([token]);
});

test("SE-11 names that are no references are not asked for", async () => {
  const { provider, connections } = setup();

  expect(await provider.find(["github-token"])).toEqual(new Map());
  expect(connections).toEqual([]);
});

test("SE-11 a reference that means nothing certain is a bad request that names it", async () => {
  const error = await failureOf(setup().provider.find(["op://Work/Twice/token"]));

  expect(error).toMatchObject({
    code: "invalid_input",
    message: `cannot read "op://Work/Twice/token" from 1Password: more than one item has that title; use its id`,
  });
});

test("SE-11 every field is listed by its reference, with its titles", async () => {
  const field = (id: string, title: string) => ({
    vault: { id: "v1", title: "Work" },
    item: { id: "i1", title: "GitHub" },
    field: { id, title },
  });
  const { provider } = setup({ account: { fields: async () => [field("f2", "user"), field("f1", "token")] } });

  expect(await provider.list()).toEqual([
    { key: "op://v1/i1/f1", description: "Work :: GitHub :: token" },
    { key: "op://v1/i1/f2", description: "Work :: GitHub :: user" },
  ]);
});

test("SE-11 without a token the set-up is a bad request, and later calls say what is missing", async () => {
  const { provider } = setup({ token: undefined });
  const hint = expect.stringContaining("OP_SERVICE_ACCOUNT_TOKEN");

  await expect(provider.setUp(undefined)).rejects.toMatchObject({ code: "invalid_input", hint });
  await expect(provider.find(["op://Work/GitHub/token"])).rejects.toMatchObject({ code: "internal", hint });
});

test.each<[string, (provider: Provider) => Promise<unknown>, string]>([
  ["reading", (provider) => provider.find(["op://a/b/c"]), "1Password: cannot read a secret: no answer within 0.05 s"],
  ["listing", (provider) => provider.list(), "1Password: cannot list its fields: no answer within 0.05 s"],
])("SE-11 %s ends at a limit when 1Password does not answer", async (_, call, message) => {
  const { provider } = setup({ account: { resolve: never, fields: never } });

  await expect(call(provider)).rejects.toMatchObject({ code: "internal", message });
});

test("SE-11 connecting ends at a limit, and is tried again by the next call", async () => {
  const attempts = [never, async () => ({ resolve: async () => new Map(), fields: async () => [] })];
  const onePassword = { connect: () => (attempts.shift() ?? never)() };
  const { provider } = setup({ onePassword });

  await expect(provider.setUp(undefined)).rejects.toMatchObject({
    code: "internal",
    message: "1Password: cannot connect: no answer within 0.05 s",
  });
  expect(await provider.list()).toEqual([]);
});

test("SE-11 a failure keeps its reason and loses the token", async () => {
  const cause = new Error("ops_canary");
  const onePassword = { connect: () => Promise.reject(new Error("cannot use ops_canary:\nno network", { cause })) };
  const error = await failureOf(setup({ onePassword }).provider.check());

  expect(error.message).toBe("1Password: cannot connect: cannot use [token]: no network");
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("ops_canary");
});

test.each([
  ["nonsense-canary", "service account token had invalid format"],
  ["ops_canarycanary", "service account deserialization failed"],
])(
  "SE-11 1Password's own package refuses the malformed token %s, and the error does not show it",
  async (text, reason) => {
    const provider = onePasswordProvider({ onePassword: onePasswordSdk, token: new Secret(text) });
    const error = await failureOf(provider.setUp(undefined));

    expect(error).toMatchObject({ name: "AppError", code: "internal", message: expect.stringContaining(reason) });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  },
);
