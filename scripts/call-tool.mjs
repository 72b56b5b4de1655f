// Calls one tool of a workload with the public MCP client and prints the text of the answer.
// Usage: node scripts/call-tool.mjs URL TOOL [ARGUMENTS as JSON]
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [url, name, args = "{}"] = process.argv.slice(2);
if (!url || !name) {
  console.error("usage: call-tool.mjs URL TOOL [ARGUMENTS as JSON]");
  process.exit(64);
}
const address = new URL(url);
const client = new Client({ name: "call-tool", version: "1.0.0" });
await client.connect(
  address.pathname.endsWith("/sse") ? new SSEClientTransport(address) : new StreamableHTTPClientTransport(address),
);
const { content, isError } = await client.callTool({ name, arguments: JSON.parse(args) });
for (const part of content) console.log(part.type === "text" ? part.text : `[${part.type}]`);
await client.close();
process.exitCode = isError ? 1 : 0;
