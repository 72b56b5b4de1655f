import { COMMANDS, commandSlug } from "./routes.ts";

/**
 * Pages that are not written yet. Each is shown as a stub that says so. Whoever writes a page removes its line: the
 * build refuses a page that is both written and planned, or neither.
 */
export interface PlannedPage {
  /** Path below the docs prefix, as in `routes.ts`. */
  readonly page: string;
  readonly title: string;
  /** Ends the sentence "This page is planned: it will …". */
  readonly will: string;
}

const planned = (page: string, title: string, will: string): PlannedPage => ({ page, title, will });

export const PLANNED: readonly PlannedPage[] = [
  planned("index", "Introduction", "say what ToolHaven is, how its parts fit together and where to start"),
  planned("faq", "Frequently asked questions", "answer what people ask about servers, security and company use"),
  planned("concepts/mcp-primer", "A primer on the Model Context Protocol", "explain MCP and the transports it uses"),
  planned("concepts/observability", "Observability", "explain which traces and metrics come from the proxy"),
  planned("concepts/registry-criteria", "Registry criteria", "list what a server must meet to enter the registry"),
  planned("tutorials/custom-registry", "Set up a custom registry", "build a registry file and point ToolHaven at it"),
  planned("tutorials/quickstart-cli", "Quickstart: the CLI", "take you from nothing to a server your client uses"),
  planned("tutorials/quickstart-k8s", "Quickstart: Kubernetes Operator", "run an MCP server in a local cluster"),
  planned("tutorials/quickstart-ui", "Quickstart: the desktop UI", "run a first server without the command line"),
  planned("tutorials/vault-integration", "Secrets from a vault", "bring a token from a vault into a server's pod"),
  planned("guides-cli/index", "Using the CLI", "say what the CLI is for and how it relates to the desktop UI"),
  planned("guides-cli/advanced-cicd", "Advanced CI/CD", "build, sign and scan server images in a pipeline"),
  planned("guides-cli/api-server", "The API server", "start the local API server and make the first calls"),
  planned("guides-cli/build-containers", "Build containers", "turn a package into a server image"),
  planned("guides-cli/client-configuration", "Configure clients", "connect AI clients to running servers"),
  planned("guides-cli/custom-permissions", "Custom permissions", "limit what a server may read, write and reach"),
  planned("guides-cli/filesystem-access", "File system access", "give a server exactly the files it needs"),
  planned("guides-cli/group-management", "Organise servers into groups", "group servers by project or client"),
  planned("guides-cli/install", "Install the CLI", "install, upgrade and remove the CLI on every platform"),
  planned("guides-cli/manage-mcp-servers", "Manage MCP servers", "list, watch, stop and remove servers"),
  planned("guides-cli/network-isolation", "Network isolation", "restrict the hosts a server may talk to"),
  planned("guides-cli/registry", "Explore the registry", "find servers and use a registry of your own"),
  planned("guides-cli/run-mcp-servers", "Run MCP servers", "cover every way to run a server and every option"),
  planned("guides-cli/secrets-management", "Manage secrets", "store secrets and hand them to servers"),
  planned("guides-cli/telemetry-and-metrics", "Telemetry and metrics", "export traces and metrics of your servers"),
  planned("guides-cli/thvignore", "Hide files with .thvignore", "keep single files of a mounted folder hidden"),
  planned("guides-k8s/index", "Using the Kubernetes Operator", "say what the operator is for and where to begin"),
  planned("guides-k8s/deploy-operator-helm", "Deploy the operator with Helm", "install and upgrade the operator"),
  planned("guides-k8s/intro", "Overview of the operator", "show what the operator creates for a server"),
  planned("guides-k8s/logging-infrastructure", "Logging infrastructure", "collect application and audit logs"),
  planned("guides-k8s/run-mcp-k8s", "Run MCP servers in Kubernetes", "create and operate MCPServer resources"),
  planned("guides-k8s/telemetry-and-metrics", "Telemetry and metrics", "export traces and metrics from a cluster"),
  planned("guides-k8s/tool-config", "Customise tools", "filter and rename the tools a server offers"),
  planned("guides-mcp/context7", "Context7", "show how to run and use the Context7 server"),
  planned("guides-mcp/fetch", "Fetch", "show how to run and use the fetch server"),
  planned("guides-mcp/filesystem", "Filesystem", "show how to run and use the filesystem server"),
  planned("guides-mcp/github", "GitHub", "show how to run and use the GitHub server"),
  planned("guides-mcp/k8s", "Kubernetes (MKP)", "show how to run and use the Kubernetes server"),
  planned("guides-mcp/meta-mcp", "Meta-mcp", "show how to find tools across servers with one server"),
  planned("guides-mcp/osv", "Open Source Vulnerabilities (OSV)", "show how to run and use the OSV server"),
  planned("guides-mcp/playwright", "Playwright", "show how to run and use the Playwright server"),
  planned("guides-ui/index", "Using the desktop UI", "say what the desktop UI is for and what it shows"),
  planned("guides-ui/client-configuration", "Configure clients", "connect AI clients from the desktop UI"),
  planned("guides-ui/install", "Install the desktop UI", "install, upgrade and set up the desktop UI"),
  planned("guides-ui/network-isolation", "Network isolation", "restrict a server's network from the desktop UI"),
  planned("guides-ui/registry", "Explore the registry", "find servers in the desktop UI"),
  planned("guides-ui/run-mcp-servers", "Run MCP servers", "run and manage servers in the desktop UI"),
  planned("guides-ui/secrets-management", "Manage secrets", "store secrets in the desktop UI"),
  planned("reference/api", "API reference", "describe every call of the local API server"),
  planned("reference/client-compatibility", "Client compatibility", "list the AI clients and what works with each"),
  planned("reference/crd-spec", "CRD reference", "describe every field of the operator's resources"),
  planned("reference/registry-schema", "Registry schema", "describe the JSON schema of registry files"),
  ...COMMANDS.map((words) => {
    const command = ["thv", ...words].join(" ");
    return planned(`reference/cli/${commandSlug(words)}`, command, `describe \`${command}\` and its flags`);
  }),
];
