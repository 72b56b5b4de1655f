import { ANY_HOST, type ContainerEntry, NO_HOST, onlyHosts, signedBy, words } from "./entry.ts";

const setting = (name: string, description: string) => ({ name, description, required: false, secret: false });

/** Servers for code, files and clusters. */
export const CODE_SERVERS: Readonly<Record<string, ContainerEntry>> = {
  filesystem: {
    image: "docker.io/mcp/filesystem:latest",
    description: "Reads, writes, moves and searches files below the folders you mount, and no others.",
    tier: "Community",
    status: "active",
    transport: "stdio",
    repository_url: "https://github.com/modelcontextprotocol/servers",
    tools: words(`read_file read_multiple_files write_file edit_file create_directory list_directory directory_tree
      move_file search_files get_file_info list_allowed_directories`),
    tags: words(`create_directory edit_file filesystem get_file_info implementing list_allowed_directories
      list_directory move_file node operations`),
    args: ["/projects"],
    permissions: NO_HOST,
    metadata: { stars: 68_103, pulls: 20_619, last_updated: "2025-09-18T02:27:57Z" },
  },
  github: {
    image: "ghcr.io/github/github-mcp-server:v0.18.0",
    description: "Works with GitHub: repositories, files, issues, pull requests, reviews, releases and teams.",
    tier: "Official",
    status: "active",
    transport: "stdio",
    repository_url: "https://github.com/github/github-mcp-server",
    tools: words(`add_comment_to_pending_review add_issue_comment add_sub_issue assign_copilot_to_issue
      create_and_submit_pull_request_review create_branch create_issue create_or_update_file
      create_pending_pull_request_review create_pull_request create_repository delete_file
      delete_pending_pull_request_review fork_repository get_commit get_file_contents get_issue get_issue_comments
      get_label get_latest_release get_me get_release_by_tag get_tag get_team_members get_teams list_branches
      list_commits list_issue_types list_issues list_label list_pull_requests list_releases list_sub_issues list_tags
      merge_pull_request pull_request_read push_files remove_sub_issue reprioritize_sub_issue request_copilot_review
      search_code search_issues search_pull_requests search_repositories search_users submit_pending_pull_request_review
      update_issue update_pull_request update_pull_request_branch`),
    tags: words("api create fork github list pull-request push repository search update issues"),
    env_vars: [
      {
        name: "GITHUB_PERSONAL_ACCESS_TOKEN",
        description: "Access token of the account to work as",
        required: true,
        secret: true,
      },
      setting("GITHUB_HOST", "Address of a GitHub Enterprise server; github.com when left out"),
      setting("GITHUB_TOOLSETS", "Groups of tools to offer, separated by commas"),
      setting("GITHUB_DYNAMIC_TOOLSETS", "Set to 1 to let the model switch groups of tools on as it needs them"),
      setting("GITHUB_READ_ONLY", "Set to 1 to offer only tools that change nothing"),
    ],
    permissions: onlyHosts(".github.com", ".githubusercontent.com"),
    provenance: signedBy("https://github.com/github/github-mcp-server", "/.github/workflows/docker-publish.yml"),
    metadata: { stars: 22_775, pulls: 5_000, last_updated: "2025-09-20T02:26:29Z" },
  },
  k8s: {
    image: "ghcr.io/stackloklabs/mkp/server:0.2.4",
    description: "Lists, reads and applies the resources of a Kubernetes cluster.",
    tier: "Community",
    status: "active",
    transport: "sse",
    repository_url: "https://github.com/StacklokLabs/mkp",
    tools: words("list_resources get_resource apply_resource"),
    tags: words("kubernetes k8s api resources cluster namespaced apply get list"),
    env_vars: [setting("KUBECONFIG", "Path, in the container, of the file that says how to reach the cluster")],
    permissions: ANY_HOST,
    provenance: signedBy("https://github.com/StacklokLabs/mkp", "/.github/workflows/release.yml"),
    metadata: { stars: 49, pulls: 13_952, last_updated: "2025-09-22T02:32:01Z" },
  },
};
