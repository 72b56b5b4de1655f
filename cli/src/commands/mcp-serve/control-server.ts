import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { localhostOriginValidation, NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Api } from "../../api/api.ts";
import { Failure } from "../../program/failure.ts";
import { registerTools } from "./tools.ts";

export interface ControlOptions {
  readonly host: string;
  readonly port: number;
  /** What a caller has to show, as a bearer token. */
  readonly token: string;
  readonly api: Api;
  readonly signal: AbortSignal;
}

/** An MCP server whose tools run, list and remove workloads. It keeps no sessions: every request stands for itself. */
export async function openControlServer({
  host,
  port,
  token,
  api,
  signal,
}: ControlOptions): Promise<AsyncDisposable & { url: string }> {
  const isOwnOrigin = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isOwnOrigin(request, response)) return;
    if (new URL(request.url ?? "/", "http://server.invalid").pathname !== "/mcp")
      return refuse(response, 404, "the server is at /mcp");
    if (!carries(request, token)) {
      response.setHeader("www-authenticate", 'Bearer realm="toolhaven"');
      return refuse(response, 401, "the token is missing or wrong");
    }
    answer(request, response, { api, signal }).catch(() => response.destroy());
    return undefined;
  });
  server.listen({ host, port });
  await once(server, "listening").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EADDRINUSE") throw cause;
    throw new Failure("conflict", `port ${port} is taken`, { cause, hint: "choose another with --port, or 0 for any" });
  });
  const { port: open } = server.address() as { port: number };
  const place = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${place}:${open}/mcp`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  deps: { api: Api; signal: AbortSignal },
): Promise<void> {
  const server = new McpServer({ name: PRODUCT.prefix, version: PRODUCT.version });
  registerTools(server, deps);
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

/** Compared by hash: neither the length nor the first wrong letter shows in the time it takes. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const shown = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
