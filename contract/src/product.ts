/** The only place where the product's names and defaults are spelt. */
export const PRODUCT = {
  name: "ToolHaven",
  /** Of every part; they are released together. */
  version: "v0.1.0",
  tagline: "Simple and secure AI tools",
  binary: "thv",
  /** Prefix of labels, networks and folders. */
  prefix: "toolhaven",
  docsPath: "/toolhaven/",
  apiPath: "/api/v1beta",
  defaultHost: "127.0.0.1",
  defaultPort: 8080,
  defaultGroup: "default",
} as const;
