import { all, format, group, integer } from "./flags.ts";
import { command } from "./spec.ts";

export const list = command({
  words: ["list"],
  alias: "ls",
  summary: "list workloads",
  description: ["Lists the workloads that run, by name. With --all it also lists those that do not, and their status."],
  args: [],
  flags: {
    all: all("also those that do not run"),
    group: group("only those of a group"),
    limit: integer("at most so many", { value: "N" }),
    format: format("mcpservers"),
  },
  examples: [
    { line: "thv list", does: "see what runs" },
    { line: "thv list --all --group default --json", does: "everything of a group, for a program" },
    { line: "thv list --format mcpservers", does: "entries to paste into a client's settings" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/workload")).Workload.array(),
});
