import { PRODUCT } from "@toolhaven/contract/product";
import { SHELLS } from "../completion/scripts.ts";
import { TOPIC_NAMES } from "../program/topic-names.ts";
import { bool, format } from "./flags.ts";
import { command } from "./spec.ts";

export const root = command({
  words: [],
  isGroup: true,
  summary: `${PRODUCT.tagline.charAt(0).toLowerCase()}${PRODUCT.tagline.slice(1)}`,
  description: [
    `${PRODUCT.name} runs MCP servers in containers and makes them usable by the AI clients on this machine.`,
  ],
  args: [],
  flags: { version: bool("print the version") },
  examples: [
    { line: "thv run fetch", does: "run a server of the registry" },
    { line: "thv list", does: "see what runs" },
  ],
  exits: [],
});

export const version = command({
  words: ["version"],
  summary: "print the version",
  description: ["Prints the version of the program, of Node and the platform. Needs neither a server nor an engine."],
  args: [],
  flags: { format: format() },
  examples: [
    { line: "thv version", does: "print the version for people" },
    { line: "thv version --json", does: "print it for programs" },
  ],
  exits: [],
  answer: async () => (await import("./answers.ts")).VersionAnswer,
});

export const completion = command({
  words: ["completion"],
  summary: "print a completion script for a shell",
  description: [
    "Prints a script for your shell. It completes commands, flags and their values, and the names of workloads, groups, clients, servers and secrets when the server runs.",
  ],
  args: [{ name: "shell", summary: "the shell", required: true, choices: SHELLS }],
  flags: {},
  examples: [
    { line: "thv completion bash", does: "print the script for bash; source it in ~/.bashrc" },
    { line: "thv completion fish", does: "print the one for fish" },
  ],
  exits: [],
});

export const help = command({
  words: ["help"],
  summary: "show help for a command or a topic",
  description: [`Shows the help of a command, as --help does, or of a topic: ${TOPIC_NAMES.join(", ")}.`],
  args: [{ name: "command", summary: "words of the command, or a topic", required: false, isVariadic: true }],
  flags: {},
  examples: [
    { line: "thv help list", does: "show the help of a command" },
    { line: "thv help exit-codes", does: "list the exit codes" },
  ],
  exits: [],
});

export const schema = command({
  words: ["schema"],
  summary: "describe commands and their JSON output to programs",
  description: [
    "Prints arguments, flags, exit codes and the JSON Schema of the output of one command, or of every command below a word.",
  ],
  args: [{ name: "command", summary: "words of the command", required: false, isVariadic: true }],
  flags: {},
  examples: [
    { line: "thv schema list", does: "describe one command" },
    { line: "thv schema", does: "describe them all" },
  ],
  exits: [],
});
