import type { SecretsSetUp } from "@toolhaven/contract/secret";
import type { Context, Outcome } from "../../program/context.ts";
import { readText } from "../run/read-text.ts";

const PASSWORD_LIMIT = 64 * 1024;

export interface SetUpWish {
  readonly provider: string;
  readonly passwordFile: string | undefined;
}

export async function setUpSecrets({ provider, passwordFile }: SetUpWish, context: Context): Promise<Outcome> {
  const password = passwordFile === undefined ? undefined : await readSecretFile(passwordFile, context);
  const api = await context.api();
  const answer = await api.post<SecretsSetUp>("/secrets", {
    provider_type: provider,
    ...(password !== undefined && { password }),
  });
  const note = provider === "1password" ? "; it can be read, not written" : "";
  return { data: answer, text: `secrets are kept by the provider "${answer.provider_type}"${note}`, isNote: true };
}

/** A file's content without its last line end; `-` is stdin. */
export async function readSecretFile(path: string, { io }: Pick<Context, "io">): Promise<string> {
  const text = path === "-" ? await io.stdin.readAll(PASSWORD_LIMIT) : await readText(path);
  return text.replace(/\r?\n$/, "");
}
