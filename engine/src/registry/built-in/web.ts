import { ANY_HOST, type ContainerEntry, NO_HOST, onlyHosts, signedBy, words } from "./entry.ts";

/** Servers that look things up outside, and one that finds tools. */
export const WEB_SERVERS: Readonly<Record<string, ContainerEntry>> = {
  context7: {
    image: "ghcr.io/stacklok/dockyard/npx/context7:1.0.21",
    description: "Looks up current documentation and code examples of programming libraries, by version.",
    tier: "Official",
    status: "active",
    transport: "stdio",
    repository_url: "https://github.com/upstash/context7",
    tools: words("resolve-library-id get-library-docs"),
    tags: words("documentation code-examples"),
    env_vars: [
      {
        name: "CONTEXT7_API_KEY",
        description: "Key of a Context7 account; raises the limits on calls",
        required: false,
        secret: true,
      },
    ],
    permissions: onlyHosts("context7.com"),
    provenance: signedBy("https://github.com/stacklok/dockyard", "/.github/workflows/build-containers.yml"),
    metadata: { stars: 32_836, pulls: 313, last_updated: "2025-10-07T20:17:57Z" },
  },
  fetch: {
    image: "ghcr.io/stackloklabs/gofetch/server:1.0.1",
    description: "Reads a web page and returns its content as Markdown or as it stands.",
    tier: "Community",
    status: "active",
    transport: "streamable-http",
    repository_url: "https://github.com/stackloklabs/gofetch",
    tools: ["fetch"],
    tags: words("content html markdown fetch fetching get wget json curl modelcontextprotocol"),
    permissions: ANY_HOST,
    provenance: signedBy("https://github.com/StacklokLabs/gofetch", "/.github/workflows/release.yml"),
    metadata: { stars: 18, pulls: 12_390, last_updated: "2025-09-22T02:32:00Z" },
  },
  "meta-mcp": {
    image: "ghcr.io/stackloklabs/meta-mcp:latest",
    description:
      "Finds the right tool among all the servers you run and calls it, so that a model sees two tools only.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    repository_url: "https://github.com/StacklokLabs/meta-mcp",
    tools: words("find_tool call_tool"),
    tags: words("mcp proxy gateway intelligent"),
    permissions: NO_HOST,
    provenance: signedBy("https://github.com/StacklokLabs/meta-mcp", "/.github/workflows/release.yml"),
    metadata: { stars: 0, pulls: 0, last_updated: "2025-09-15T08:11:53Z" },
  },
  osv: {
    image: "ghcr.io/stackloklabs/osv-mcp/server:0.0.7",
    description: "Asks the OSV database for known vulnerabilities of open source packages and versions.",
    tier: "Community",
    status: "active",
    transport: "sse",
    repository_url: "https://github.com/StacklokLabs/osv-mcp",
    tools: words("query_vulnerability query_vulnerabilities_batch get_vulnerability"),
    tags: words(`vulnerability security osv open-source cve packages dependencies scanning security-scanning
      vulnerability-detection`),
    permissions: onlyHosts("api.osv.dev"),
    provenance: signedBy("https://github.com/StacklokLabs/osv-mcp", "/.github/workflows/release.yml"),
    metadata: { stars: 21, pulls: 10_318, last_updated: "2025-09-20T02:26:30Z" },
  },
  playwright: {
    image: "mcr.microsoft.com/playwright/mcp:v0.0.42",
    description: "Drives a web browser: opens pages, clicks, types, and reads what they show.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    target_port: 8931,
    repository_url: "https://github.com/microsoft/playwright-mcp",
    tools: words(`browser_close browser_resize browser_console_messages browser_handle_dialog browser_file_upload
      browser_install browser_press_key browser_navigate browser_navigate_back browser_navigate_forward
      browser_network_requests browser_pdf_save browser_take_screenshot browser_snapshot browser_click browser_drag
      browser_hover browser_type browser_select_option browser_tab_list browser_tab_new browser_tab_select
      browser_tab_close browser_generate_playwright_test browser_wait_for`),
    tags: words("playwright automation browser navigate"),
    args: ["--port", "8931", "--allowed-hosts", "*"],
    permissions: ANY_HOST,
    metadata: { stars: 20_378, pulls: 23_622, last_updated: "2025-09-26T02:29:10Z" },
  },
};
