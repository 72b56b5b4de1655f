import { type RemoteEntry, words } from "./entry.ts";

/** Servers their makers run in the open; none needs an account. */
export const REMOTE_SERVERS: Readonly<Record<string, RemoteEntry>> = {
  "aws-knowledge": {
    url: "https://knowledge-mcp.global.api.aws",
    description:
      "Searches and reads the documentation of Amazon Web Services and says what is offered in which region.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    tools: words(`aws___search_documentation aws___read_documentation aws___recommend aws___list_regions
      aws___get_regional_availability aws___retrieve_skill`),
    tags: words("aws cloud documentation search"),
  },
  "cloudflare-docs": {
    url: "https://docs.mcp.cloudflare.com/mcp",
    description: "Searches the developer documentation of Cloudflare.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    repository_url: "https://github.com/cloudflare/mcp-server-cloudflare",
    tools: words("search_cloudflare_documentation migrate_pages_to_workers_guide"),
    tags: words("cloudflare documentation search workers"),
  },
  "context7-remote": {
    url: "https://mcp.context7.com/mcp",
    description: "Looks up current documentation and code examples of programming libraries, without a container.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    repository_url: "https://github.com/upstash/context7",
    tools: words("resolve-library-id query-docs"),
    tags: words("documentation code-examples"),
    headers: [
      {
        name: "CONTEXT7_API_KEY",
        description: "Key of a Context7 account; raises the limits on calls",
        required: false,
        secret: true,
      },
    ],
  },
  deepwiki: {
    url: "https://mcp.deepwiki.com/mcp",
    description: "Reads generated documentation of public GitHub repositories and answers questions about them.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    tools: words("read_wiki_structure read_wiki_contents ask_question"),
    tags: words("documentation github repository wiki"),
  },
  "microsoft-learn": {
    url: "https://learn.microsoft.com/api/mcp",
    description: "Searches and reads the documentation and code samples of Microsoft Learn.",
    tier: "Official",
    status: "active",
    transport: "streamable-http",
    repository_url: "https://github.com/MicrosoftDocs/mcp",
    tools: words("microsoft_docs_search microsoft_docs_fetch microsoft_code_sample_search"),
    tags: words("azure documentation dotnet microsoft search"),
  },
};
