import {
  all,
  array,
  bool,
  dryRun,
  duration,
  durationOr,
  format,
  group,
  integer,
  integerOr,
  text,
  timeout,
  yes,
} from "./flags.ts";
import { command } from "./spec.ts";

const STOP_LIMIT_MS = 60_000;

const names = {
  name: "workload",
  summary: "names of workloads",
  required: false,
  isVariadic: true,
  complete: "workloads",
} as const;

const one = { name: "workload", summary: "the workload's name", required: true, complete: "workloads" } as const;

const workloadArray = async () => (await import("@toolhaven/contract/workload")).Workload.array();
const done = async () => (await import("./answers.ts")).Done;

export const list = command({
  words: ["list"],
  alias: "ls",
  summary: "list workloads",
  description: ["Lists the workloads that run, by name. With --all it also lists those that do not, and their status."],
  args: [],
  flags: {
    all: all("also those that do not run"),
    group: group("only those of a group"),
    label: array("only those with this label", { short: "l", value: "KEY=VALUE" }),
    limit: integer("at most so many", { value: "N" }),
    format: format("mcpservers"),
  },
  examples: [
    { line: "thv list", does: "see what runs" },
    { line: "thv list --all --group default --json", does: "everything of a group, for a program" },
    { line: "thv list --format mcpservers", does: "entries to paste into a client's settings" },
  ],
  exits: ["not found", "unreachable"],
  answer: workloadArray,
});

export const stop = command({
  words: ["stop"],
  summary: "stop workloads",
  description: [
    "Stops workloads and waits until they have stopped. Their settings and addresses stay, and restart brings them back. Stopping one that does not run is a success.",
  ],
  args: [names],
  flags: {
    all: all("every workload that runs"),
    group: group("every workload of a group"),
    "ignore-missing": bool("a name that does not exist is no failure"),
    timeout: timeout(STOP_LIMIT_MS, "waiting"),
    yes,
    format: format(),
  },
  examples: [
    { line: "thv stop fetch", does: "stop one workload" },
    { line: "thv stop --group research --yes", does: "stop a whole group without being asked" },
  ],
  exits: ["not found", "unreachable", "timed out", "partial"],
  answer: done,
});

export const restart = command({
  words: ["restart"],
  summary: "restart workloads, or start stopped ones",
  description: [
    "Starts a workload's server anew, at the same address and with the same sessions, and waits until it is ready. A stopped workload is started.",
  ],
  args: [names],
  flags: {
    all: all("every workload, stopped ones too"),
    group: group("every workload of a group"),
    foreground: bool("stay until Ctrl-C, which stops the workload"),
    timeout: timeout(300_000, "waiting"),
    yes,
    format: format(),
  },
  examples: [
    { line: "thv restart fetch", does: "restart one workload" },
    { line: "thv restart --all --yes", does: "restart everything" },
  ],
  exits: ["not found", "unreachable", "timed out", "partial", "interrupted", "terminated"],
  answer: done,
});

export const rm = command({
  words: ["rm"],
  summary: "remove workloads",
  description: [
    "Stops workloads and removes them: container, network, settings, sessions and their entries in clients. Waits until they are gone.",
  ],
  args: [names],
  flags: {
    all: all("every workload"),
    group: group("every workload of a group"),
    "ignore-missing": bool("a name that does not exist is no failure"),
    timeout: timeout(STOP_LIMIT_MS, "waiting"),
    "dry-run": dryRun,
    yes,
    format: format(),
  },
  examples: [
    { line: "thv rm fetch", does: "remove one workload" },
    { line: "thv rm --all --dry-run", does: "see what would be removed" },
  ],
  exits: ["not found", "unreachable", "timed out", "partial"],
  answer: done,
});

export const logs = command({
  words: ["logs"],
  summary: "show what a workload's server wrote",
  description: [
    "Shows the last lines of a server's output, of a stopped one too. With --follow it goes on over restarts, and every line comes once. A remote server has none here.",
  ],
  args: [one],
  flags: {
    follow: bool("go on with what comes, until Ctrl-C", { short: "f" }),
    tail: integerOr(100, "how many lines", { value: "N" }),
    since: duration("only what is younger; all of it, unless --tail is given"),
    proxy: bool("what the proxy in front of the server noted instead"),
    format: format(),
  },
  examples: [
    { line: "thv logs fetch", does: "show the last hundred lines" },
    { line: "thv logs fetch --tail 10", does: "show the last ten" },
  ],
  exits: ["not found", "unreachable", "interrupted", "terminated"],
  answer: async () => (await import("./answers.ts")).Lines,
});

export const logsPrune = command({
  words: ["logs", "prune"],
  summary: "remove log files of workloads that are gone",
  description: ["Removes files that workloads left behind. It is safe at any time and asks nothing."],
  args: [],
  flags: { "dry-run": dryRun, format: format() },
  examples: [
    { line: "thv logs prune", does: "remove what is left over" },
    { line: "thv logs prune --dry-run", does: "see what would be removed" },
  ],
  exits: [],
  answer: done,
});

export const exportConfig = command({
  words: ["export"],
  summary: "save a workload's configuration",
  description: [
    "Writes a workload's configuration as JSON, from which run --from-config makes the same workload again. Secrets are references; plain variables are written as they are.",
  ],
  args: [one, { name: "path", summary: "the file to write, or - for stdout", required: true, complete: "files" }],
  flags: { force: bool("write over a file that exists"), format: format() },
  examples: [
    { line: "thv export fetch fetch.json", does: "save to a file" },
    { line: "thv export fetch -", does: "print it" },
  ],
  exits: ["not found", "conflict", "unreachable"],
  answer: async () => (await import("@toolhaven/contract/run-config")).RunConfig,
});

export const build = command({
  words: ["build"],
  summary: "build a container image from a package",
  description: [
    "Builds the image that run would build for npx://, uvx:// or go://, without running it. Where it exists already, it is used again.",
  ],
  args: [
    { name: "package", summary: "npx://NAME, uvx://NAME or go://MODULE, with @VERSION if you like", required: true },
  ],
  flags: {
    tag: text("also name the image so", { short: "t", value: "NAME[:TAG]" }),
    output: text("write the Dockerfile there instead of building", { short: "o", value: "FILE", complete: "files" }),
    "dry-run": bool("print the Dockerfile instead of building"),
    "ca-cert": text("a CA certificate the build trusts", { value: "FILE", complete: "files" }),
    timeout: durationOr(900_000, "give up building after this time"),
    format: format(),
  },
  examples: [
    { line: "thv build npx://@modelcontextprotocol/server-everything", does: "build a package from npm" },
    { line: "thv build uvx://mcp-server-time --dry-run", does: "see the Dockerfile for one from PyPI" },
  ],
  exits: ["not found", "unreachable", "timed out"],
  answer: async () => (await import("./answers.ts")).Built,
});

export const inspector = command({
  words: ["inspector"],
  summary: "open the MCP inspector on a workload",
  description: [
    "Starts the MCP inspector with npx, on this machine's own address and behind a token, prints where it is, and ends it on Ctrl-C.",
  ],
  args: [one],
  flags: {
    "ui-port": integerOr(6274, "where the page is served", { value: "PORT" }),
    "mcp-proxy-port": integerOr(6277, "where the inspector's own proxy listens", { value: "PORT" }),
    timeout: timeout(120_000, "waiting"),
  },
  examples: [
    { line: "thv inspector fetch", does: "look at a server in the browser" },
    { line: "thv inspector fetch --ui-port 7000", does: "serve the page on another port" },
  ],
  exits: ["not found", "unreachable", "timed out", "interrupted", "terminated"],
});
