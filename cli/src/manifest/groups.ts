import { array, bool, dryRun, format, timeout, yes } from "./flags.ts";
import { command } from "./spec.ts";

const one = { name: "group", summary: "the group's name", required: true, complete: "groups" } as const;
const done = async () => (await import("./answers.ts")).Done;

export const group = command({
  words: ["group"],
  isGroup: true,
  summary: "keep workloads in groups",
  description: [
    "A group is a set of workloads that is offered to clients together. Every workload is in one group, at first in the one called default.",
  ],
  args: [],
  flags: {},
  examples: [
    { line: "thv group create research", does: "make a group" },
    { line: "thv group list", does: "see which there are" },
  ],
  exits: [],
});

export const groupCreate = command({
  words: ["group", "create"],
  summary: "create a group",
  description: ["Creates an empty group. Names have lower-case letters, digits, _, - and single spaces inside."],
  args: [{ name: "group", summary: "the new group's name", required: true }],
  flags: { "if-not-exists": bool("an existing group is no failure"), format: format() },
  examples: [
    { line: "thv group create research", does: "make a group" },
    { line: "thv group create research --if-not-exists", does: "make sure that there is one" },
  ],
  exits: ["conflict", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/group")).CreatedGroup,
});

export const groupList = command({
  words: ["group", "list"],
  summary: "list groups",
  description: ["Lists the groups and the clients that are registered with each."],
  args: [],
  flags: { format: format() },
  examples: [
    { line: "thv group list", does: "see which groups there are" },
    { line: "thv group list --json", does: "the same for a program" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("@toolhaven/contract/group")).Group.array(),
});

export const groupRm = command({
  words: ["group", "rm"],
  summary: "remove a group",
  description: [
    "Removes a group. Its workloads move to the group default, without a restart, or are removed too with --with-workloads.",
  ],
  args: [one],
  flags: {
    "with-workloads": bool("also remove the group's workloads"),
    "dry-run": dryRun,
    yes,
    format: format(),
  },
  examples: [
    { line: "thv group rm research", does: "remove a group and keep its workloads" },
    { line: "thv group rm research --with-workloads --yes", does: "remove both without being asked" },
  ],
  exits: ["not found", "unreachable"],
  answer: done,
});

export const groupRun = command({
  words: ["group", "run"],
  summary: "run every server of a registry's group",
  description: [
    "Creates a group of the same name as one in the registry and runs each of its servers. When one fails, the others go on and the exit code tells.",
  ],
  args: [{ name: "group", summary: "the group's name in the registry", required: true }],
  flags: {
    env: array("a variable of one server", { short: "e", value: "SERVER.KEY=VALUE" }),
    secret: array("a secret of one server", { value: "NAME,target=SERVER.KEY" }),
    timeout: timeout(600_000, "waiting"),
    format: format(),
  },
  examples: [
    { line: "thv group run dev-tools", does: "run a group of the registry" },
    { line: "thv group run dev-tools --env fetch.LANG=en", does: "give one of its servers a variable" },
  ],
  exits: ["not found", "conflict", "unreachable", "timed out", "partial"],
  answer: done,
});
