/** Every address of the site. A page that is missing from the content, or there without being here, fails the build. */

/** Pages that are written by hand or generated: path below the docs prefix, without ending. */
const GUIDES = [
  "index",
  "faq",
  "concepts/mcp-primer",
  "concepts/observability",
  "concepts/registry-criteria",
  "tutorials/custom-registry",
  "tutorials/quickstart-cli",
  "tutorials/quickstart-k8s",
  "tutorials/quickstart-ui",
  "tutorials/vault-integration",
  "guides-cli/index",
  "guides-cli/advanced-cicd",
  "guides-cli/api-server",
  "guides-cli/build-containers",
  "guides-cli/client-configuration",
  "guides-cli/custom-permissions",
  "guides-cli/filesystem-access",
  "guides-cli/group-management",
  "guides-cli/install",
  "guides-cli/manage-mcp-servers",
  "guides-cli/network-isolation",
  "guides-cli/registry",
  "guides-cli/run-mcp-servers",
  "guides-cli/secrets-management",
  "guides-cli/telemetry-and-metrics",
  "guides-cli/thvignore",
  "guides-k8s/index",
  "guides-k8s/deploy-operator-helm",
  "guides-k8s/intro",
  "guides-k8s/logging-infrastructure",
  "guides-k8s/run-mcp-k8s",
  "guides-k8s/telemetry-and-metrics",
  "guides-k8s/tool-config",
  "guides-mcp/context7",
  "guides-mcp/fetch",
  "guides-mcp/filesystem",
  "guides-mcp/github",
  "guides-mcp/k8s",
  "guides-mcp/meta-mcp",
  "guides-mcp/osv",
  "guides-mcp/playwright",
  "guides-ui/index",
  "guides-ui/client-configuration",
  "guides-ui/install",
  "guides-ui/network-isolation",
  "guides-ui/registry",
  "guides-ui/run-mcp-servers",
  "guides-ui/secrets-management",
  "reference/api",
  "reference/client-compatibility",
  "reference/crd-spec",
  "reference/registry-schema",
] as const;

/** Category pages with cards, made from the sidebar. */
export const GENERATED_INDEXES = ["quickstart", "concepts", "tutorials", "guides-mcp"] as const;

const OTEL_SETTINGS = [
  "enable-prometheus-metrics-path",
  "endpoint",
  "env-vars",
  "insecure",
  "metrics-enabled",
  "sampling-rate",
  "tracing-enabled",
];

const verbs = (nouns: readonly string[]): string[] =>
  nouns.flatMap((noun) => ["get", "set", "unset"].map((verb) => `${verb}-${noun}`));

/** Words of each command below `thv`, subcommands after their parent. */
export const COMMANDS: readonly (readonly string[])[] = [
  [],
  ["build"],
  ...group("client", ["list-registered", "register", "remove", "setup", "status"]),
  ["completion"],
  ...group("config", verbs(["ca-cert", "registry"])),
  ...group("config otel", verbs(OTEL_SETTINGS)),
  ["export"],
  ...group("group", ["create", "list", "rm", "run"]),
  ["help"],
  ["inspector"],
  ["list"],
  ...group("logs", ["prune"]),
  ...group("mcp", ["list", "list_prompts", "list_resources", "list_tools", "serve"]),
  ...group("proxy", ["stdio", "tunnel"]),
  ...group("registry", ["info", "list"]),
  ["restart"],
  ["rm"],
  ["run"],
  ...group("runtime", ["check"]),
  ["schema"],
  ["search"],
  ...group("secret", ["delete", "get", "list", "provider", "reset-keyring", "set", "setup"]),
  ["serve"],
  ["stop"],
  ["version"],
];

/** `thv_config_otel_set-endpoint` */
export const commandSlug = (words: readonly string[]): string => ["thv", ...words].join("_");

export const COMMAND_PAGES: readonly string[] = COMMANDS.map((words) => `reference/cli/${commandSlug(words)}`);

export const PAGES: readonly string[] = [...GUIDES, ...COMMAND_PAGES];

function group(parent: string, subcommands: readonly string[]): string[][] {
  const words = parent.split(" ");
  return [words, ...subcommands.map((name) => [...words, name])];
}
