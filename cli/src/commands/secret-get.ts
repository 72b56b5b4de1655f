import { AppError } from "@toolhaven/contract/errors";
import type { secretGet } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure } from "../program/failure.ts";
import { openOwnSecrets } from "./shared/own-secrets.ts";

export const run: Run<typeof secretGet> = async ({ args }, context) => {
  await using secrets = await openOwnSecrets(context);
  try {
    const value = await secrets.read(args.name);
    return { data: { name: args.name, value }, text: value };
  } catch (error) {
    // To a request a name without a value is invalid; here it is what was looked for.
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    throw new Failure("not found", error.message, { cause: error, hint: "thv secret list shows the names" });
  }
};
