import type { help } from "../manifest/program.ts";
import type { Run } from "../manifest/spec.ts";
import { TREE } from "../manifest/tree.ts";
import { EXIT, EXIT_MEANING, type ExitName } from "../program/exit-codes.ts";
import { findCommand } from "../program/find-command.ts";
import { helpFor } from "../program/help.ts";

/** Help that belongs to no command. */
const TOPICS: Readonly<Record<string, () => string>> = {
  "exit-codes": () =>
    (Object.entries(EXIT) as Array<[ExitName, number]>)
      .map(([name, code]) => `${String(code).padStart(3)}  ${EXIT_MEANING[name]}`)
      .join("\n"),
};

export const run: Run<typeof help> = async ({ args }, { io }) => {
  const topic = TOPICS[args.command.join(" ")];
  const text = topic ? topic() : helpFor(findCommand(args.command, TREE).spec, TREE, io.stdout.columns);
  return { data: { command: args.command, help: text }, text };
};
