import { AppError } from "@toolhaven/contract/errors";
import { SecretsProviderType } from "@toolhaven/contract/secret";
import { z } from "zod";
import { readIfThere, writeDurably } from "../state/durable-file.ts";

const Choice = z.object({ format: z.literal(1), provider_type: SecretsProviderType });

/** The provider that was set up last; `undefined` before any was. */
export async function readChoice(path: string): Promise<SecretsProviderType | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return Choice.parse(JSON.parse(text)).provider_type;
  } catch (cause) {
    throw new AppError("internal", `cannot read "${path}": not a document of this version`, {
      cause,
      hint: "restore it from a backup, or set up secrets again",
    });
  }
}

export async function writeChoice(path: string, type: SecretsProviderType): Promise<void> {
  await writeDurably(path, `${JSON.stringify({ format: 1, provider_type: type } satisfies z.infer<typeof Choice>)}\n`);
}
