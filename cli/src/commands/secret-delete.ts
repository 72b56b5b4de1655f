import { segment } from "../api/api.ts";
import type { secretDelete } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure } from "../program/failure.ts";
import { confirm } from "./shared/confirm.ts";
import { done } from "./shared/done.ts";

export const run: Run<typeof secretDelete> = async ({ args, flags }, context) => {
  await confirm(`Delete secret "${args.name}"?`, flags.yes, context);
  try {
    await (await context.api()).delete(`/secrets/default/keys/${segment(args.name)}`);
    return done([args.name], `deleted "${args.name}"`);
  } catch (error) {
    if (!(flags["ignore-missing"] && error instanceof Failure && error.exit === "not found")) throw error;
    return done([], `there is no secret "${args.name}"`);
  }
};
