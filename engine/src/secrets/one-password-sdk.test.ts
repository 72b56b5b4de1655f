import type { Client, Item, ItemOverview, ResolveReferenceError, VaultOverview } from "@1password/sdk";
import { expect, test } from "vitest";
import { accountOf } from "./one-password-sdk.ts";

/** The parts of their client that are used, as plain objects. */
const clientWith = (parts: { [Part in keyof Client]?: Partial<Client[Part]> }): Client => parts as Client;

const item = (id: string): Item =>
  ({ id, title: `Item ${id}`, fields: [{ id: "f", title: "token", value: "hunter2" }] }) as Item;

test("SE-11 fields of all vaults are found, in portions, without their values", async () => {
  const asked: number[] = [];
  const ids = Array.from({ length: 120 }, (_, at) => `i${at}`);
  const account = accountOf(
    clientWith({
      vaults: {
        list: async () => [{ id: "v1", title: "Work" } as VaultOverview, { id: "v2", title: "Empty" } as VaultOverview],
      },
      items: {
        list: async (vault) => (vault === "v1" ? ids.map((id) => ({ id }) as ItemOverview) : []),
        getAll: async (_, some) => {
          asked.push(some.length);
          return { individualResponses: some.map((id) => ({ content: item(id) })) };
        },
      },
    }),
  );

  const fields = await account.fields();

  expect(asked).toEqual([50, 50, 20]);
  expect(fields).toHaveLength(120);
  expect(fields[0]).toEqual({
    vault: { id: "v1", title: "Work" },
    item: { id: "i0", title: "Item i0" },
    field: { id: "f", title: "token" },
  });
});

test("SE-11 an item that was deleted meanwhile is left out, any other trouble is an error", async () => {
  const listing = (error: { type: "itemNotFound" } | { type: "internal"; message: string }) =>
    accountOf(
      clientWith({
        vaults: { list: async () => [{ id: "v1", title: "Work" } as VaultOverview] },
        items: {
          list: async () => [{ id: "a" } as ItemOverview, { id: "b" } as ItemOverview],
          getAll: async () => ({ individualResponses: [{ error }, { content: item("b") }] }),
        },
      }),
    ).fields();

  expect(await listing({ type: "itemNotFound" })).toMatchObject([{ item: { id: "b" } }]);
  await expect(listing({ type: "internal", message: "no permission" })).rejects.toThrow("no permission");
});

test.each<[ResolveReferenceError, object]>([
  [{ type: "fieldNotFound" }, { kind: "missing" }],
  [{ type: "vaultNotFound" }, { kind: "missing" }],
  [{ type: "itemNotFound" }, { kind: "missing" }],
  [{ type: "noMatchingSections" }, { kind: "missing" }],
  [{ type: "tooManyItems" }, { kind: "refused", reason: expect.stringContaining("use its id") }],
  [
    { type: "parsing", message: "…" },
    { kind: "refused", reason: expect.stringContaining("op://vault/item/field") },
  ],
  [{ type: "unsupportedFileFormat" }, { kind: "refused", reason: `it answered "unsupportedFileFormat"` }],
])("SE-11 an answer of %o is understood", async (error, expected) => {
  const account = accountOf(
    clientWith({ secrets: { resolveAll: async () => ({ individualResponses: { "op://a/b/c": { error } } }) } }),
  );

  expect((await account.resolve(["op://a/b/c"])).get("op://a/b/c")).toEqual(expected);
});
