import { bool, format, integer } from "./flags.ts";
import { command } from "./spec.ts";

const entry = async () => (await import("@toolhaven/contract/registry")).ServerAnswer;

export const registry = command({
  words: ["registry"],
  isGroup: true,
  summary: "look into the registry of servers",
  description: [
    "The registry says which servers there are and what each needs. It is built in, a file, or an address.",
  ],
  args: [],
  flags: {},
  examples: [
    { line: "thv registry list", does: "see which servers there are" },
    { line: "thv registry info fetch", does: "see what one needs" },
  ],
  exits: [],
});

export const registryList = command({
  words: ["registry", "list"],
  alias: "ls",
  summary: "list the registry's servers",
  description: ["Lists the servers that run knows by name, those in containers and the remote ones."],
  args: [],
  flags: { limit: integer("at most so many", { value: "N" }), format: format() },
  examples: [
    { line: "thv registry list", does: "see which servers there are" },
    { line: "thv registry list --json", does: "the same for a program" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("./answers.ts")).Servers,
});

export const registryInfo = command({
  words: ["registry", "info"],
  summary: "show one of the registry's servers",
  description: ["Shows what a server does and needs: image, tools, variables, permissions, and how to run it."],
  args: [{ name: "server", summary: "the server's name", required: true, complete: "servers" }],
  flags: { format: format() },
  examples: [
    { line: "thv registry info fetch", does: "see what a server needs" },
    { line: "thv registry info fetch --json", does: "the same for a program" },
  ],
  exits: ["not found", "unreachable"],
  answer: entry,
});

export const search = command({
  words: ["search"],
  summary: "search the registry",
  description: ["Finds servers whose name, description, tags or tools hold what is searched for, the best first."],
  args: [{ name: "query", summary: "what to look for", required: true }],
  flags: {
    limit: integer("at most so many", { value: "N" }),
    "only-remote": bool("only servers that run elsewhere"),
    format: format(),
  },
  examples: [
    { line: "thv search github", does: "find servers for GitHub" },
    { line: "thv search browser --json", does: "the same for a program" },
  ],
  exits: ["unreachable"],
  answer: async () => (await import("./answers.ts")).Servers,
});
