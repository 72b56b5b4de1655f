export interface Tile {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  /** Path below the docs prefix. */
  readonly page: string;
  /** Says where the tile leads. */
  readonly more: string;
}

export const WAYS: readonly Tile[] = [
  {
    icon: "terminal",
    title: "Command line",
    text: "For developers. One command runs a server from the registry, from a package or from any image.",
    page: "guides-cli/",
    more: "CLI guides",
  },
  {
    icon: "window",
    title: "Desktop UI",
    text: "Planned, for everyone. Browse the registry, fill in what a server needs, connect a client.",
    page: "guides-ui/",
    more: "Desktop UI guides",
  },
  {
    icon: "cluster",
    title: "Kubernetes Operator",
    text: "Planned, for teams. Servers as resources in a cluster, with access rules for all of them.",
    page: "guides-k8s/",
    more: "Kubernetes Operator guides",
  },
];

export const FEATURES: readonly Tile[] = [
  {
    icon: "box",
    title: "Isolation",
    text: "Each server runs in a container without capabilities, with limits on memory, CPU and processes.",
    page: "guides-cli/run-mcp-servers",
    more: "Run MCP servers",
  },
  {
    icon: "shield",
    title: "Permissions",
    text: "A profile says which files a server may read or write and whether it has a network.",
    page: "guides-cli/custom-permissions",
    more: "Custom permissions",
  },
  {
    icon: "key",
    title: "Secrets",
    text: "Tokens stay encrypted and reach a server only when it starts, never a configuration file.",
    page: "guides-cli/secrets-management",
    more: "Manage secrets",
  },
  {
    icon: "plug",
    title: "Every client",
    text: "Editors and assistants are found and configured; servers come and go without editing files.",
    page: "reference/client-compatibility",
    more: "Client compatibility",
  },
  {
    icon: "list",
    title: "Registry",
    text: "A curated list of servers with what they need to run. Use it, or one of your own.",
    page: "guides-cli/registry",
    more: "Explore the registry",
  },
  {
    icon: "chart",
    title: "Observability",
    text: "Every status has its cause and time; health and logs at a call. Traces and metrics are planned.",
    page: "concepts/observability",
    more: "Observability",
  },
];
