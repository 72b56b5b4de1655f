import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export type Mode = "streamable-http" | "sse";

/** The public MCP client library, connected to a workload's address. */
export async function connect(url: string, mode: Mode): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "product-test", version: "1.0.0" }, { capabilities: {} });
  await client.connect(
    mode === "sse" ? new SSEClientTransport(new URL(url)) : new StreamableHTTPClientTransport(new URL(url)),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The text of a tool's answer; a tool error is a failure that carries its text. */
export async function callText(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  const text = (result.content as Array<{ type: string; text?: string }>).map((part) => part.text ?? "").join("");
  if (result.isError) throw new Error(text);
  return text;
}

/** What a client does whose connection was cut: the same again, once. */
export const withOneRetry = <T>(attempt: () => Promise<T>): Promise<T> => attempt().catch(attempt);
