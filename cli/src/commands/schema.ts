import { z } from "zod";
import type { schema } from "../manifest/program.ts";
import type { CommandSpec, Flag, Run } from "../manifest/spec.ts";
import { TREE } from "../manifest/tree.ts";
import { EXIT } from "../program/exit-codes.ts";
import { findCommand } from "../program/find-command.ts";
import { exitsOf, titleOf } from "../program/help.ts";

export const run: Run<typeof schema> = async ({ args }) => {
  const { spec } = findCommand(args.command, TREE);
  const data = spec.isGroup ? { commands: await Promise.all(leavesBelow(spec).map(describe)) } : await describe(spec);
  return { data, text: JSON.stringify(data, null, 2) };
};

const leavesBelow = ({ words }: CommandSpec): CommandSpec[] =>
  TREE.filter((spec) => !spec.isGroup && words.every((word, at) => spec.words[at] === word));

/** What a program needs to call a command and to read its result: JSON Schema 2020-12. */
async function describe(spec: CommandSpec): Promise<object> {
  const answer = await spec.answer?.();
  return {
    command: titleOf(spec),
    summary: spec.summary,
    arguments: spec.args.map(({ name, summary, required, isVariadic = false, choices }) => ({
      name,
      summary,
      required,
      repeats: isVariadic,
      ...(choices && { choices }),
    })),
    flags: Object.fromEntries(
      Object.entries(spec.flags)
        .filter(([, { hidden }]) => !hidden)
        .map(([name, flag]) => [name, { ...typeOf(flag), description: flag.summary }]),
    ),
    exit_codes: exitsOf(spec).map((name) => EXIT[name]),
    output: answer ? z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }) : null,
  };
}

function typeOf({ kind, choices, default: byDefault }: Flag): object {
  const defaults = byDefault !== undefined && { default: byDefault };
  switch (kind) {
    case "boolean":
      return { type: "boolean", ...defaults };
    case "integer":
      return { type: "integer", ...defaults };
    case "number":
      return { type: "number", ...defaults };
    case "list":
    case "array":
      return { type: "array", items: { type: "string" }, ...defaults };
    case "duration":
      return { type: "string", pattern: "^(\\d+(\\.\\d+)?(ms|s|m|h))+$" };
    case "text":
      return { type: "string", ...(choices && { enum: choices }), ...defaults };
    default:
      return kind satisfies never;
  }
}
