import { incomingAuth, remoteAuth, tokenExchange } from "./auth-flags.ts";
import { array, bool, boolOn, format, integerOr, list, number, text, textOr, timeout } from "./flags.ts";
import { command } from "./spec.ts";

const LIFE = { topic: "Name and life" } as const;
const INPUT = { topic: "Variables, secrets and files" } as const;
const NET = { topic: "Transport and ports" } as const;
const WALLS = { topic: "Isolation" } as const;
const IMAGE = { topic: "Image" } as const;
const TOOLS = { topic: "Tools" } as const;
const RIGHTS = { topic: "Authorization and audit" } as const;
const OTEL = { topic: "Telemetry" } as const;

export const run = command({
  words: ["run"],
  summary: "run a server",
  description: [
    "Runs a server and waits until it is ready. What to run is a name from the registry, an image, a package (npx://NAME, uvx://NAME, go://MODULE), the address of a remote server, or a saved configuration.",
    "What stands after -- goes to the server as its arguments, in place of the registry's.",
  ],
  args: [
    {
      name: "server",
      summary: "a registry name, an image, npx://, uvx://, go://, or an address",
      required: false,
      complete: "servers",
    },
  ],
  rest: "ARGS...",
  flags: {
    name: text("the workload's name; derived when left out", { ...LIFE, value: "NAME" }),
    group: text("the group it joins; default: default", { ...LIFE, short: "g", value: "GROUP", complete: "groups" }),
    foreground: bool("stay, show its output, and remove it on Ctrl-C", LIFE),
    label: array("a label of your own", { ...LIFE, short: "l", value: "KEY=VALUE" }),
    "from-config": text("a saved configuration, or - for stdin", { ...LIFE, value: "FILE", complete: "files" }),
    "no-wait": bool("return at once instead of when it is ready", LIFE),
    timeout: { ...timeout(600_000, "waiting"), ...LIFE },
    "dry-run": bool("print the request instead of sending it", LIFE),

    env: array("a variable", { ...INPUT, short: "e", value: "KEY=VALUE" }),
    "env-file": text("variables from a file, a line each, or - for stdin", {
      ...INPUT,
      value: "FILE",
      complete: "files",
    }),
    "env-file-dir": text("variables from the files of a folder", { ...INPUT, value: "FOLDER", complete: "folders" }),
    secret: array("a secret as a variable", { ...INPUT, value: "NAME,target=KEY" }),
    volume: array("a mount", { ...INPUT, short: "v", value: "HOST:CONTAINER[:ro]" }),
    header: array("a header for a remote server", { ...INPUT, value: "NAME=VALUE" }),
    "header-file": array("the same, with the value read from a file", { ...INPUT, value: "NAME=FILE" }),

    transport: text("what the server speaks", { ...NET, choices: ["stdio", "sse", "streamable-http"] }),
    "proxy-mode": textOr("streamable-http", "what clients of a stdio server speak", {
      ...NET,
      choices: ["sse", "streamable-http"],
    }),
    host: textOr("127.0.0.1", "address the proxy listens on", { ...NET, value: "ADDRESS" }),
    "proxy-port": integerOr(0, "port clients connect to; 0 takes any free one", { ...NET, value: "PORT" }),
    "target-port": integerOr(0, "the server's port in its container; 0: the registry's", { ...NET, value: "PORT" }),
    "target-host": text("where the proxy forwards to", { ...NET, value: "ADDRESS" }),
    "trust-proxy-headers": bool("believe X-Forwarded headers of a proxy in front", NET),

    "permission-profile": text("none, network, or a JSON file; default: the registry's", {
      ...WALLS,
      value: "PROFILE",
      complete: "files",
    }),
    "isolate-network": boolOn("enforce the profile's network rules", WALLS),
    "ignore-globally": boolOn("also use the user's own ignore file", WALLS),
    "print-resolved-overlays": bool("show which paths are hidden", WALLS),

    "image-verification": textOr("warn", "check where the image comes from", {
      ...IMAGE,
      choices: ["warn", "enabled", "disabled"],
    }),
    "ca-cert": text("a CA certificate package builds trust", { ...IMAGE, value: "FILE", complete: "files" }),

    tools: list("offer only these tools", { ...TOOLS, value: "TOOL" }),
    "tools-override": text("new names and descriptions, from a JSON file", {
      ...TOOLS,
      value: "FILE",
      complete: "files",
    }),

    "authz-config": text("a Cedar authorization file", { ...RIGHTS, value: "FILE", complete: "files" }),
    "audit-config": text("an audit settings file", { ...RIGHTS, value: "FILE", complete: "files" }),
    "enable-audit": bool("audit with defaults", RIGHTS),
    "jwks-allow-private-ip": bool("allow an issuer in a private network", RIGHTS),
    "jwks-auth-token-file": text("a token for reading the issuer's keys", {
      ...RIGHTS,
      value: "FILE",
      complete: "files",
    }),
    "thv-ca-bundle": text("certificates for our own requests", { ...RIGHTS, value: "FILE", complete: "files" }),

    ...incomingAuth,
    ...remoteAuth,
    ...tokenExchange,

    "otel-endpoint": text("the OTLP endpoint", { ...OTEL, value: "ENDPOINT" }),
    "otel-service-name": text("the service's name", { ...OTEL, value: "NAME" }),
    "otel-tracing-enabled": boolOn("send traces", OTEL),
    "otel-metrics-enabled": boolOn("send metrics", OTEL),
    "otel-sampling-rate": number("share of traces, from 0 to 1", { ...OTEL, value: "RATE" }),
    "otel-headers": array("a header for the endpoint", { ...OTEL, value: "KEY=VALUE" }),
    "otel-insecure": bool("send over plain HTTP", OTEL),
    "otel-enable-prometheus-metrics-path": bool("serve /metrics", OTEL),
    "otel-env-vars": list("variables to put on spans", { ...OTEL, value: "NAME" }),

    format: format(),
  },
  examples: [
    { line: "thv run fetch", does: "run a server of the registry" },
    { line: "thv run npx://@modelcontextprotocol/server-everything", does: "run a package from npm" },
    {
      line: "thv run --name notes ghcr.io/example/notes:1.2 --volume /home/me/notes:/notes:ro -- /notes",
      does: "run an image with a folder and an argument",
    },
    { line: "thv run --name far https://example.com/mcp", does: "run a remote server" },
    { line: "thv run --from-config fetch.json", does: "run a saved configuration" },
  ],
  exits: ["not found", "not allowed", "conflict", "unreachable", "timed out", "interrupted", "terminated"],
  answer: async () => (await import("@toolhaven/contract/workload")).Workload,
});
