import type { Context } from "../../program/context.ts";
import { Failure } from "../../program/failure.ts";

/** @throws Failure when a person says no, or nobody can be asked and --yes was not given */
export async function confirm(question: string, isSure: boolean, { prompts }: Pick<Context, "prompts">): Promise<void> {
  if (isSure) return;
  const isMeant = await prompts.confirm({ text: question, instead: "pass --yes to go on without being asked" });
  if (!isMeant) throw new Failure("failure", "declined; nothing was changed");
}
