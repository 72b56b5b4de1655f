/** The guide that shows a command at work, below the documentation's prefix; the longest match of words counts. */
const GUIDES: ReadonlyArray<readonly [words: string, page: string, title: string]> = [
  ["", "guides-cli/", "Using the CLI"],
  ["build", "guides-cli/build-containers", "Build containers"],
  ["client", "guides-cli/client-configuration", "Configure clients"],
  ["completion", "guides-cli/install", "Install the CLI"],
  ["config ca-cert", "guides-cli/build-containers", "Build containers"],
  ["config otel", "guides-cli/telemetry-and-metrics", "Telemetry and metrics"],
  ["config registry", "guides-cli/registry", "Explore the registry"],
  ["export", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["group", "guides-cli/group-management", "Organise servers into groups"],
  ["inspector", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["list", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["logs", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["mcp", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["proxy stdio", "reference/client-compatibility", "Client compatibility"],
  ["registry", "guides-cli/registry", "Explore the registry"],
  ["restart", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["rm", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["run", "guides-cli/run-mcp-servers", "Run MCP servers"],
  ["runtime", "guides-cli/install", "Install the CLI"],
  ["search", "guides-cli/registry", "Explore the registry"],
  ["secret", "guides-cli/secrets-management", "Manage secrets"],
  ["serve", "guides-cli/api-server", "The API server"],
  ["stop", "guides-cli/manage-mcp-servers", "Manage MCP servers"],
  ["version", "guides-cli/install", "Install the CLI"],
];

export interface Guide {
  readonly page: string;
  readonly title: string;
}

/** `config set-registry` is found as `config registry`: its verb says nothing of the subject. */
export function guideFor(words: readonly string[]): Guide {
  const subject = words.join(" ").replace(/\b(?:get|set|unset)-/, "");
  const fits = GUIDES.filter(([start]) => start === "" || `${subject} `.startsWith(`${start} `));
  const [, page, title] = fits.reduce((best, guide) => (guide[0].length > best[0].length ? guide : best));
  return { page, title };
}
