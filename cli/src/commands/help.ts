import type { help } from "../manifest/program.ts";
import type { Run } from "../manifest/spec.ts";
import { TREE } from "../manifest/tree.ts";
import { findCommand } from "../program/find-command.ts";
import { helpFor } from "../program/help.ts";
import { TOPIC_NAMES } from "../program/topic-names.ts";

export const run: Run<typeof help> = async ({ args }, { io, places }) => {
  const { columns } = io.stdout;
  const name = TOPIC_NAMES.find((topic) => topic === args.command.join(" "));
  const text = name
    ? (await import("../program/topics.ts")).topicText(name, { tree: TREE, places, columns })
    : helpFor(findCommand(args.command, TREE).spec, TREE, columns);
  return { data: { command: args.command, help: text }, text };
};
