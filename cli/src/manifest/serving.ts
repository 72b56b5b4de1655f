import { array, bool, durationOr, format, integer, integerOr, text, textOr } from "./flags.ts";
import { incomingAuth, remoteAuth, tokenExchange } from "./auth-flags.ts";
import { command } from "./spec.ts";

export const serve = command({
  words: ["serve"],
  summary: "run the API server",
  description: [
    "Runs the API server until Ctrl-C, which ends it with success. Containers outlive it, and the next start takes them over. Other commands use the one that runs, whatever it listens on, and start one in the background when none does.",
  ],
  args: [],
  flags: {
    host: text("address to listen on; default 127.0.0.1", { value: "ADDRESS" }),
    port: integer("port to listen on; default 8080, 0 takes any free one", { value: "PORT" }),
    socket: text("unix socket to listen on, alone unless --host or --port is given", {
      value: "PATH",
      complete: "files",
    }),
    openapi: bool("kept for older scripts: the API's description is always served"),
  },
  examples: [
    { line: "thv serve", does: "serve on 127.0.0.1:8080" },
    { line: "thv serve --port 0", does: "serve on any free port" },
  ],
  // Being told to stop is how it ends well: what supervises it is to see success.
  exits: ["conflict"],
});

export const runtime = command({
  words: ["runtime"],
  isGroup: true,
  summary: "the container engine",
  description: ["Workloads run on Docker or Podman, whichever answers."],
  args: [],
  flags: {},
  examples: [
    { line: "thv runtime check", does: "see whether an engine answers" },
    { line: "thv runtime check --json", does: "the same for a program" },
  ],
  exits: [],
});

export const runtimeCheck = command({
  words: ["runtime", "check"],
  summary: "check whether a container engine answers",
  description: [
    "Looks for Docker and Podman in their usual places and at DOCKER_HOST, and says which one would be used.",
  ],
  args: [],
  flags: { timeout: durationOr(30_000, "give up after this time"), format: format() },
  examples: [
    { line: "thv runtime check", does: "see whether an engine answers" },
    { line: "thv runtime check --timeout 5s", does: "wait no longer than five seconds" },
  ],
  exits: ["unreachable", "timed out"],
  answer: async () => (await import("./answers.ts")).Runtime,
});

export const proxy = command({
  words: ["proxy"],
  summary: "put a proxy in front of a server elsewhere",
  description: [
    "Serves an MCP server that runs elsewhere on a local address until Ctrl-C, without a workload. Sessions and streams pass through.",
  ],
  args: [{ name: "name", summary: "a name for messages", required: true }],
  flags: {
    "target-uri": text("the server's address", { value: "URL" }),
    host: textOr("127.0.0.1", "address to listen on", { value: "ADDRESS" }),
    port: integerOr(0, "port to listen on; 0 takes any free one", { value: "PORT" }),
    header: array("a header to send with every request", { value: "NAME=VALUE" }),
    "header-file": array("the same, with the value read from a file", { value: "NAME=FILE" }),
    ...incomingAuth,
    ...remoteAuth,
    ...tokenExchange,
  },
  examples: [
    { line: "thv proxy notes --target-uri https://example.com/mcp", does: "serve a remote server locally" },
    { line: "thv proxy notes --target-uri https://example.com/mcp --port 9000", does: "on a port of your choice" },
  ],
  exits: ["conflict", "interrupted", "terminated"],
});

export const proxyStdio = command({
  words: ["proxy", "stdio"],
  summary: "speak to a workload over standard streams",
  description: [
    "Connects stdin and stdout to a running workload, for clients that only start programs. stdout carries messages of the protocol and nothing else.",
  ],
  args: [{ name: "workload", summary: "the workload's name", required: true, complete: "workloads" }],
  flags: {},
  examples: [
    { line: "thv proxy stdio fetch", does: "use a workload from a client that starts programs" },
    { line: "thv proxy stdio fetch --debug", does: "see on stderr what goes on" },
  ],
  exits: ["not found", "unreachable", "interrupted", "terminated"],
});

export const proxyTunnel = command({
  words: ["proxy", "tunnel"],
  summary: "publish a local server through a tunnel",
  description: [
    "Makes a workload or a local address reachable from outside through a tunnel provider, until Ctrl-C. Whoever knows the address can use the server.",
  ],
  args: [
    { name: "target", summary: "a workload's name or an address", required: true, complete: "workloads" },
    { name: "name", summary: "a name for messages", required: true },
  ],
  flags: {
    "tunnel-provider": text("the provider", { choices: ["ngrok"] }),
    "provider-args": textOr("{}", "settings of the provider as JSON: url, pooling, traffic-policy-file, dry-run", {
      value: "JSON",
    }),
    "auth-token-file": text("a file with the provider's token, or - for stdin", {
      value: "FILE",
      complete: "files",
      env: "NGROK_AUTHTOKEN_FILE",
    }),
  },
  examples: [
    {
      line: "thv proxy tunnel fetch fetch --tunnel-provider ngrok --auth-token-file token.txt",
      does: "publish a workload",
    },
    {
      line: `thv proxy tunnel fetch fetch --tunnel-provider ngrok --provider-args '{"dry-run":true}'`,
      does: "check the settings only",
    },
  ],
  exits: ["not found", "not allowed", "interrupted", "terminated"],
});
