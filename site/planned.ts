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
  planned("tutorials/quickstart-k8s", "Quickstart: Kubernetes Operator", "run an MCP server in a local cluster"),
  planned("tutorials/quickstart-ui", "Quickstart: the desktop UI", "run a first server without the command line"),
  planned("tutorials/vault-integration", "Secrets from a vault", "bring a token from a vault into a server's pod"),
  planned("guides-cli/advanced-cicd", "Advanced CI/CD", "build, sign and scan server images in a pipeline"),
  planned("guides-cli/telemetry-and-metrics", "Telemetry and metrics", "export traces and metrics of your servers"),
  planned("guides-cli/thvignore", "Hide files with .thvignore", "keep single files of a mounted folder hidden"),
  planned("guides-k8s/index", "Using the Kubernetes Operator", "say what the operator is for and where to begin"),
  planned("guides-k8s/deploy-operator-helm", "Deploy the operator with Helm", "install and upgrade the operator"),
  planned("guides-k8s/intro", "Overview of the operator", "show what the operator creates for a server"),
  planned("guides-k8s/logging-infrastructure", "Logging infrastructure", "collect application and audit logs"),
  planned("guides-k8s/run-mcp-k8s", "Run MCP servers in Kubernetes", "create and operate MCPServer resources"),
  planned("guides-k8s/telemetry-and-metrics", "Telemetry and metrics", "export traces and metrics from a cluster"),
  planned("guides-k8s/tool-config", "Customise tools", "filter and rename the tools a server offers"),
  planned("guides-ui/index", "Using the desktop UI", "say what the desktop UI is for and what it shows"),
  planned("guides-ui/client-configuration", "Configure clients", "connect AI clients from the desktop UI"),
  planned("guides-ui/install", "Install the desktop UI", "install, upgrade and set up the desktop UI"),
  planned("guides-ui/network-isolation", "Network isolation", "restrict a server's network from the desktop UI"),
  planned("guides-ui/registry", "Explore the registry", "find servers in the desktop UI"),
  planned("guides-ui/run-mcp-servers", "Run MCP servers", "run and manage servers in the desktop UI"),
  planned("guides-ui/secrets-management", "Manage secrets", "store secrets in the desktop UI"),
  planned("reference/crd-spec", "CRD reference", "describe every field of the operator's resources"),
];
