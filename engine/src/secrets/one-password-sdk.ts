import type { Client, ResolveReferenceError } from "@1password/sdk";
import { PRODUCT } from "@toolhaven/contract/product";
import type { OnePassword, OnePasswordAccount, OnePasswordField, ResolvedReference } from "./one-password.ts";

/** How many items 1Password hands out at once. */
const MAX_ITEMS = 50;

/** Their package carries 14 MB of code, so it is loaded when somebody connects. */
export const onePasswordSdk: OnePassword = {
  async connect(token) {
    const { createClient } = await import("@1password/sdk");
    const client = await createClient({
      auth: token.reveal(),
      integrationName: PRODUCT.name,
      integrationVersion: "v1",
    });
    return accountOf(client);
  },
};

/** Exported for tests, which pass a plain object. */
export function accountOf({
  secrets,
  vaults,
  items,
}: Pick<Client, "secrets" | "vaults" | "items">): OnePasswordAccount {
  return {
    async resolve(references) {
      const { individualResponses } = await secrets.resolveAll([...references]);
      return new Map(
        Object.entries(individualResponses).map(([reference, { content, error }]) => [
          reference,
          content ? { kind: "value", value: content.secret } : unresolved(error),
        ]),
      );
    },
    async fields() {
      const found: OnePasswordField[] = [];
      for (const vault of await vaults.list()) {
        const ids = (await items.list(vault.id)).map(({ id }) => id);
        for (let at = 0; at < ids.length; at += MAX_ITEMS) {
          const { individualResponses } = await items.getAll(vault.id, ids.slice(at, at + MAX_ITEMS));
          for (const { content: item, error } of individualResponses) {
            // Deleted since the list was made.
            if (!item && error?.type === "itemNotFound") continue;
            if (!item) throw new Error(error?.message ?? "an item cannot be read");
            found.push(...item.fields.map((field) => ({ vault, item, field })));
          }
        }
      }
      return found.map(({ vault, item, field }) => ({ vault: named(vault), item: named(item), field: named(field) }));
    },
  };
}

/** Everything else about it stays behind, values first of all. */
const named = ({ id, title }: { id: string; title: string }): { id: string; title: string } => ({ id, title });

const MISSING: readonly string[] = ["fieldNotFound", "vaultNotFound", "itemNotFound", "noMatchingSections"];

const REASONS: Readonly<Record<string, string>> = {
  parsing: `it is not a reference; write it as "op://vault/item/field"`,
  tooManyVaults: "more than one vault has that title; use its id",
  tooManyItems: "more than one item has that title; use its id",
  tooManyMatchingFields: "more than one field has that title; add the section or use its id",
};

function unresolved(error: ResolveReferenceError | undefined): ResolvedReference {
  if (error && MISSING.includes(error.type)) return { kind: "missing" };
  const type = error?.type ?? "unknown";
  return { kind: "refused", reason: REASONS[type] ?? `it answered ${JSON.stringify(type)}` };
}
