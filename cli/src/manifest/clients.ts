import { bool, dryRun, format, list } from "./flags.ts";
import { command } from "./spec.ts";

const one = {
  name: "client",
  summary: "the client application",
  required: true,
  complete: "clients",
} as const;

export const client = command({
  words: ["client"],
  isGroup: true,
  summary: "connect AI clients to workloads",
  description: [
    "A registered client is kept up to date: workloads of its groups are in its settings while they run, and nothing else in that file is touched.",
  ],
  args: [],
  flags: {},
  examples: [
    { line: "thv client status", does: "see which clients are here" },
    { line: "thv client register claude-code", does: "connect one" },
  ],
  exits: [],
});

export const clientStatus = command({
  words: ["client", "status"],
  summary: "list supported clients, installed and registered",
  description: ["Lists the clients that can be registered and what is known of each on this machine."],
  args: [],
  flags: { format: format() },
  examples: [
    { line: "thv client status", does: "see which clients are here" },
    { line: "thv client status --json", does: "the same for a program" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("@toolhaven/contract/client")).ClientStatus.array(),
});

export const clientListRegistered = command({
  words: ["client", "list-registered"],
  summary: "list registered clients and their groups",
  description: ["Lists the clients that are kept up to date, and the groups whose workloads each is offered."],
  args: [],
  flags: { format: format() },
  examples: [
    { line: "thv client list-registered", does: "see which clients are connected" },
    { line: "thv client list-registered --json", does: "the same for a program" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("@toolhaven/contract/client")).RegisteredClientList,
});

export const clientRegister = command({
  words: ["client", "register"],
  summary: "register a client",
  description: [
    "Writes the running workloads of the groups into the client's settings and keeps them up to date. Registering again is a success.",
  ],
  args: [one],
  flags: {
    group: list("groups to register with; default: default", { short: "g", value: "GROUP", complete: "groups" }),
    "dry-run": dryRun,
    format: format(),
  },
  examples: [
    { line: "thv client register claude-code", does: "connect Claude Code to the default group" },
    { line: "thv client register vscode --group research", does: "connect VS Code to another group" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/client")).RegisteredClient,
});

export const clientRemove = command({
  words: ["client", "remove"],
  summary: "unregister a client",
  description: ["Takes our entries out of the client's settings, which are then as they were before."],
  args: [one],
  flags: {
    group: list("leave only these groups", { short: "g", value: "GROUP", complete: "groups" }),
    format: format(),
  },
  examples: [
    { line: "thv client remove cursor", does: "disconnect Cursor from everything" },
    { line: "thv client remove cursor --group research", does: "disconnect it from one group" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("./answers.ts")).Done,
});

export const clientSetup = command({
  words: ["client", "setup"],
  summary: "choose which clients to register",
  description: [
    "Asks which of the installed clients to register, and with which groups. Where nobody can be asked, --all registers every installed one.",
  ],
  args: [],
  flags: {
    all: bool("register every installed client without asking", { short: "a" }),
    group: list("groups to register with; default: default", { short: "g", value: "GROUP", complete: "groups" }),
    format: format(),
  },
  examples: [
    { line: "thv client setup", does: "choose from a list" },
    { line: "thv client setup --all", does: "register all that are installed" },
  ],
  exits: ["not found", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/client")).RegisteredClientList,
});
