import type { SecretWritten } from "@toolhaven/contract/secret";
import { segment } from "../api/api.ts";
import type { secretSet } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context } from "../program/context.ts";
import { Failure, usage } from "../program/failure.ts";

const VALUE_LIMIT = 512 * 1024;

export const run: Run<typeof secretSet> = async ({ args }, context) => {
  const value = await readValue(args.name, context);
  if (value === "") throw usage("the value is empty", `delete a secret with "thv secret delete ${args.name}"`);
  const api = await context.api();
  try {
    const written = await api.post<SecretWritten>("/secrets/default/keys", { key: args.name, value });
    return { data: written, text: `stored "${args.name}"`, isNote: true };
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== "conflict") throw error;
    const written = await api.put<SecretWritten>(`/secrets/default/keys/${segment(args.name)}`, { value });
    return { data: written, text: `replaced "${args.name}"`, isNote: true };
  }
};

/** Piped input is the value, less its last line end; a person types it unseen. */
async function readValue(name: string, { io, prompts }: Context): Promise<string> {
  if (!io.stdin.isTty) return (await io.stdin.readAll(VALUE_LIMIT)).replace(/\r?\n$/, "");
  return prompts.text({ text: `Value of "${name}"`, isSecret: true, instead: "give the value on stdin" });
}
