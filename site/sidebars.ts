import type { SidebarsConfig } from "@docusaurus/plugin-content-docs";
import { PRODUCT } from "@toolhaven/contract/product";
import { docId } from "./content.ts";
import { COMMANDS, commandSlug } from "./routes.ts";

type Item = Extract<SidebarsConfig[string], readonly unknown[]>[number];

const page = (path: string, label?: string): Item => ({
  type: "doc",
  id: docId(path),
  ...(label === undefined ? {} : { label }),
});

interface CategoryOptions {
  readonly label: string;
  readonly items: readonly Item[];
  /** The page that the label leads to. */
  readonly page?: string;
  /** The generated index that the label leads to. */
  readonly index?: { readonly path: string; readonly title: string; readonly description: string };
  readonly isOpen?: boolean;
}

function category({ label, items, page: own, index, isOpen = false }: CategoryOptions): Item {
  const { path, ...texts } = index ?? {};
  const link = own
    ? ({ type: "doc", id: docId(own) } as const)
    : ({ type: "generated-index", slug: `${PRODUCT.docsPath}${path}`, ...texts } as const);
  return { type: "category", label, collapsed: !isOpen, items: [...items], ...(own || index ? { link } : {}) };
}

const sidebars: SidebarsConfig = {
  docs: [
    page("index", "Introduction"),
    category({
      label: "Get started",
      isOpen: true,
      index: {
        path: "quickstart",
        title: "Get started",
        description: `Three ways to a running MCP server. Each takes about ten minutes.`,
      },
      items: [
        page("tutorials/quickstart-ui", "Desktop UI"),
        page("tutorials/quickstart-cli", "Command line"),
        page("tutorials/quickstart-k8s", "Kubernetes"),
      ],
    }),
    page("reference/client-compatibility", "Client compatibility"),
    category({
      label: "Guides: desktop UI",
      page: "guides-ui/index",
      items: [
        page("guides-ui/install", "Install"),
        page("guides-ui/registry", "Explore the registry"),
        page("guides-ui/run-mcp-servers", "Run MCP servers"),
        page("guides-ui/network-isolation", "Network isolation"),
        page("guides-ui/secrets-management", "Secrets"),
        page("guides-ui/client-configuration", "Client configuration"),
      ],
    }),
    category({
      label: "Guides: CLI",
      page: "guides-cli/index",
      items: [
        page("guides-cli/install", "Install"),
        page("guides-cli/registry", "Explore the registry"),
        page("guides-cli/run-mcp-servers", "Run MCP servers"),
        page("guides-cli/build-containers", "Build containers"),
        page("guides-cli/manage-mcp-servers", "Manage MCP servers"),
        page("guides-cli/group-management", "Groups"),
        page("guides-cli/secrets-management", "Secrets"),
        page("guides-cli/client-configuration", "Client configuration"),
        category({
          label: "Custom permissions",
          page: "guides-cli/custom-permissions",
          isOpen: true,
          items: [
            page("guides-cli/filesystem-access", "File system access"),
            page("guides-cli/thvignore", "Hide files"),
            page("guides-cli/network-isolation", "Network isolation"),
          ],
        }),
        page("guides-cli/telemetry-and-metrics", "Telemetry and metrics"),
        page("guides-cli/advanced-cicd", "Advanced CI/CD"),
        category({ label: "Command reference", items: [commandTree([])] }),
        category({
          label: "API server",
          page: "guides-cli/api-server",
          items: [page("reference/api", "API reference")],
        }),
      ],
    }),
    category({
      label: "Guides: Kubernetes Operator",
      page: "guides-k8s/index",
      items: [
        page("guides-k8s/intro", "Overview"),
        page("guides-k8s/deploy-operator-helm", "Deploy with Helm"),
        page("guides-k8s/run-mcp-k8s", "Run MCP servers"),
        page("guides-k8s/tool-config", "Customise tools"),
        page("guides-k8s/telemetry-and-metrics", "Telemetry and metrics"),
        page("guides-k8s/logging-infrastructure", "Logging infrastructure"),
        page("reference/crd-spec", "CRD reference"),
      ],
    }),
    category({
      label: "Concepts",
      index: {
        path: "concepts",
        title: "Concepts",
        description: "The ideas behind the tools, and where their limits are.",
      },
      items: [
        page("concepts/mcp-primer", "MCP primer"),
        page("concepts/registry-criteria", "Registry criteria"),
        page("concepts/observability", "Observability"),
      ],
    }),
    category({
      label: "Tutorials",
      index: {
        path: "tutorials",
        title: "Tutorials",
        description: "One path each, from nothing to something that works.",
      },
      items: [
        { type: "link", label: "Quickstart guides", href: `${PRODUCT.docsPath}quickstart` },
        page("tutorials/custom-registry", "Custom registry"),
        page("tutorials/vault-integration", "Secrets from a vault"),
      ],
    }),
    category({
      label: "Guides: MCP server usage",
      index: {
        path: "guides-mcp",
        title: "MCP server guides",
        description: `How to run and use well-known MCP servers with ${PRODUCT.name}.`,
      },
      items: [
        page("guides-mcp/context7", "Context7"),
        page("guides-mcp/fetch", "Fetch"),
        page("guides-mcp/filesystem", "Filesystem"),
        page("guides-mcp/github", "GitHub"),
        page("guides-mcp/k8s", "Kubernetes (MKP)"),
        page("guides-mcp/meta-mcp", "Meta-mcp"),
        page("guides-mcp/osv", "Open Source Vulnerabilities (OSV)"),
        page("guides-mcp/playwright", "Playwright"),
      ],
    }),
    page("faq", "FAQ"),
  ],
};

/** Each command shows its own word only; one with subcommands is a category that leads to its page. */
function commandTree(words: readonly string[]): Item {
  const label = words.at(-1) ?? PRODUCT.binary;
  const path = `reference/cli/${commandSlug(words)}`;
  const children = COMMANDS.filter(
    (other) => other.length === words.length + 1 && words.every((word, index) => other[index] === word),
  );
  if (children.length === 0) return page(path, label);
  return category({ label, page: path, items: children.map(commandTree) });
}

export default sidebars;
