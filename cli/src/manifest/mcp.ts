import { durationOr, format, integerOr, text, textOr } from "./flags.ts";
import { command } from "./spec.ts";

const target = {
  server: text("an address, or the name of a running workload", { value: "SERVER", complete: "workloads" }),
  transport: textOr("auto", "what the server speaks", { choices: ["auto", "sse", "streamable-http"] }),
  timeout: durationOr(30_000, "give up after this time"),
  format: format(),
};

const offers = async () => (await import("./answers.ts")).Offers;

export const mcp = command({
  words: ["mcp"],
  isGroup: true,
  summary: "talk to MCP servers",
  description: ["Looks at what a server offers, and lets a client control this program."],
  args: [],
  flags: {},
  examples: [
    { line: "thv mcp list tools --server fetch", does: "see a server's tools" },
    { line: "thv mcp serve", does: "let a client run servers" },
  ],
  exits: [],
});

export const mcpList = command({
  words: ["mcp", "list"],
  summary: "list what a server offers",
  description: ["Connects as a client does and lists tools, resources and prompts."],
  args: [],
  flags: target,
  examples: [
    { line: "thv mcp list --server fetch", does: "everything a workload offers" },
    {
      line: "thv mcp list --server https://example.com/mcp --json",
      does: "what a server elsewhere offers, for a program",
    },
  ],
  exits: ["not found", "unreachable", "timed out"],
  answer: offers,
});

const kinds = { tools: "tools", resources: "resources", prompts: "prompts" } as const;

export const mcpListKinds = Object.keys(kinds).map((kind) =>
  command({
    words: ["mcp", "list", kind],
    summary: `list a server's ${kind}`,
    description: [`Connects as a client does and lists the ${kind}.`],
    args: [],
    flags: target,
    examples: [
      { line: `thv mcp list ${kind} --server fetch`, does: `the ${kind} of a workload` },
      { line: `thv mcp list ${kind} --server fetch --json`, does: "the same for a program" },
    ],
    exits: ["not found", "unreachable", "timed out"],
    answer: offers,
  }),
);

export const mcpServe = command({
  words: ["mcp", "serve"],
  summary: "let an AI client control this program",
  description: [
    "Serves an MCP server with tools that search the registry and run, list, stop and remove workloads. Calls need the token that is printed at the start.",
  ],
  args: [],
  flags: {
    host: textOr("127.0.0.1", "address to listen on", { value: "ADDRESS" }),
    port: integerOr(4483, "port to listen on; 0 takes any free one", { value: "PORT", env: "MCP_PORT" }),
    "token-file": text("a file with the token to ask for, instead of a new one", { value: "FILE", complete: "files" }),
  },
  examples: [
    { line: "thv mcp serve", does: "serve on the usual port" },
    { line: "thv mcp serve --port 0 --token-file token.txt", does: "serve on any port with a token of your own" },
  ],
  exits: ["conflict", "unreachable", "interrupted", "terminated"],
});
