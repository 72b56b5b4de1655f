import type { secretSetup } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context } from "../program/context.ts";
import { usage } from "../program/failure.ts";
import { setUpSecrets } from "./shared/set-up-secrets.ts";

const PROVIDERS = {
  encrypted: "an encrypted file on this machine; its password is in the system's keyring",
  "1password": "a 1Password vault, through a service account; read only",
  none: "no secrets at all",
} as const;

export const run: Run<typeof secretSetup> = async ({ flags }, context) => {
  const provider = flags.provider ?? (await ask(context));
  return setUpSecrets({ provider, passwordFile: flags["password-file"] }, context);
};

async function ask({ prompts, io }: Context): Promise<string> {
  const instead = "pass --provider encrypted, 1password or none";
  if (!prompts.canAsk) throw usage("which provider: nobody can be asked here", instead);
  const lines = Object.entries(PROVIDERS).map(([name, what]) => `  ${name.padEnd(10)} ${what}`);
  await io.stderr.write(`Where should secrets be kept?\n${lines.join("\n")}\n`);
  for (;;) {
    const answer = (await prompts.text({ text: "Provider", instead })).trim();
    if (Object.hasOwn(PROVIDERS, answer)) return answer;
    await io.stderr.write(`use one of ${Object.keys(PROVIDERS).join(", ")}\n`);
  }
}
