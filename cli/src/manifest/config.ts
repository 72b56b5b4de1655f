import { bool, format } from "./flags.ts";
import { command, type CommandSpec } from "./spec.ts";

const setting = async () => (await import("./answers.ts")).Setting;

export const config = command({
  words: ["config"],
  isGroup: true,
  summary: "read and change settings",
  description: ["Settings of this user. A flag or a variable of the environment counts more than a setting."],
  args: [],
  flags: {},
  examples: [
    { line: "thv config get-registry", does: "see where servers come from" },
    { line: "thv config set-ca-cert ca.pem", does: "trust a certificate when packages are built" },
  ],
  exits: [],
});

interface Wording {
  readonly what: string;
  readonly why: string;
  readonly arg: string;
  readonly argSummary: string;
  readonly sample: string;
  readonly choices?: readonly string[];
  readonly complete?: "files";
}

/** `get-`, `set-` and `unset-` of one setting. */
function trio(above: readonly string[], name: string, wording: Wording): readonly CommandSpec[] {
  const { what, why, arg, argSummary, sample, choices, complete } = wording;
  const line = (verb: string, rest = ""): string => ["thv", ...above, `${verb}-${name}`].join(" ") + rest;
  const specs: readonly CommandSpec[] = [
    {
      words: [...above, `get-${name}`],
      summary: `show ${what}`,
      description: [why],
      args: [],
      flags: { format: format() },
      examples: [
        { line: line("get"), does: `show ${what}` },
        { line: line("get", " --json"), does: "the same for a program" },
      ],
      exits: name === "registry" ? ["unreachable"] : [],
      answer: setting,
    },
    {
      words: [...above, `set-${name}`],
      summary: `set ${what}`,
      description: [why],
      args: [
        { name: arg, summary: argSummary, required: true, ...(choices && { choices }), ...(complete && { complete }) },
      ],
      flags:
        name === "registry"
          ? { "allow-private-ip": bool("allow an address in a private network, and plain http"), format: format() }
          : { format: format() },
      examples: [
        { line: line("set", ` ${sample}`), does: `set ${what}` },
        { line: line("set", ` ${sample} --json`), does: "set it and read the result in a program" },
      ],
      exits: name === "registry" ? ["unreachable"] : [],
      answer: setting,
    },
    {
      words: [...above, `unset-${name}`],
      summary: `go back to the default for ${what}`,
      description: [why],
      args: [],
      flags: { format: format() },
      examples: [
        { line: line("unset"), does: "go back to the default" },
        { line: line("unset", " --quiet"), does: "the same without a word" },
      ],
      exits: name === "registry" ? ["unreachable"] : [],
      answer: setting,
    },
  ];
  return specs;
}

export const configTrios: readonly CommandSpec[] = [
  ...trio(["config"], "ca-cert", {
    what: "the CA certificate for package builds",
    why: "Builds of npx://, uvx:// and go:// packages trust this certificate beside the usual ones, as behind a company's proxy.",
    arg: "path",
    argSummary: "a PEM file",
    sample: "ca.pem",
    complete: "files",
  }),
  ...trio(["config"], "registry", {
    what: "where the registry is read from",
    why: "Servers are looked up by name in the registry: the built-in one, a file, or an address.",
    arg: "source",
    argSummary: "an address or the path of a .json file",
    sample: "https://example.com/registry.json",
    complete: "files",
  }),
];

export const configOtel = command({
  words: ["config", "otel"],
  isGroup: true,
  summary: "settings of telemetry",
  description: [
    "Defaults of telemetry for new workloads. Telemetry itself is not there yet; the settings are kept for it.",
  ],
  args: [],
  flags: {},
  examples: [
    { line: "thv config otel set-endpoint collector.example.com:4318", does: "set where telemetry goes" },
    { line: "thv config otel get-endpoint", does: "see where it goes" },
  ],
  exits: [],
});

const KEPT = "Kept for new workloads; telemetry itself is not there yet.";
const flag = (what: string): Wording => ({
  what,
  why: KEPT,
  arg: "enabled",
  argSummary: "on or off",
  sample: "true",
  choices: ["true", "false"],
});

const OTEL = ["config", "otel"] as const;
export const configOtelTrios: readonly CommandSpec[] = [
  ...trio(OTEL, "endpoint", {
    what: "the OTLP endpoint",
    why: KEPT,
    arg: "endpoint",
    argSummary: "host and port, or an address",
    sample: "collector.example.com:4318",
  }),
  ...trio(OTEL, "sampling-rate", {
    what: "the share of traces that is kept",
    why: KEPT,
    arg: "rate",
    argSummary: "from 0 to 1",
    sample: "0.1",
  }),
  ...trio(OTEL, "env-vars", {
    what: "the variables that are put on spans",
    why: KEPT,
    arg: "names",
    argSummary: "names, separated by commas",
    sample: "USER,REGION",
  }),
  ...trio(OTEL, "insecure", flag("whether telemetry goes over plain HTTP")),
  ...trio(OTEL, "enable-prometheus-metrics-path", flag("whether proxies serve /metrics")),
  ...trio(OTEL, "metrics-enabled", flag("whether metrics are sent")),
  ...trio(OTEL, "tracing-enabled", flag("whether traces are sent")),
];
