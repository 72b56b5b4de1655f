import type { Context } from "../../program/context.ts";
import { usage } from "../../program/failure.ts";

/** Several of a numbered list; numbers are read by screen readers and work on any terminal. */
export async function choose(
  title: string,
  names: readonly string[],
  instead: string,
  { prompts, io }: Pick<Context, "prompts" | "io">,
): Promise<readonly string[]> {
  if (!prompts.canAsk) throw usage(`${title}: nobody can be asked here`, instead);
  await io.stderr.write(`${title}:\n${names.map((name, at) => `  ${at + 1}  ${name}`).join("\n")}\n`);
  for (;;) {
    const answer = (
      await prompts.text({ text: "Numbers, separated by spaces; all; or nothing to cancel", instead })
    ).trim();
    if (answer === "") return [];
    if (answer === "all") return names;
    const numbers = answer.split(/[\s,]+/).map(Number);
    if (numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= names.length)) {
      return [...new Set(numbers)].map((number) => names[number - 1]!);
    }
    await io.stderr.write(`use numbers from 1 to ${names.length}\n`);
  }
}
