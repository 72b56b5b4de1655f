import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export const MODERN = "2026-07-28";

interface ModernRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: Record<string, unknown> & { name?: string; cursor?: string; _meta?: Record<string, unknown> };
}

export interface ModernServer {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Names of the tools that were called, by body and header. */
  readonly called: Array<readonly [name: string | undefined, header: string | undefined]>;
}

const PAGES = [
  [
    { name: "add", description: "Adds", inputSchema: { type: "object" } },
    { name: "secret", inputSchema: { type: "object" } },
  ],
  [{ name: "währung", inputSchema: { type: "object" } }],
];

/** A server of revision 2026-07-28, which checks that headers and body say the same; calls are answered as a stream. */
export function createModernServer(): ModernServer {
  const called: ModernServer["called"] = [];
  return { called, handle };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== "POST") return void res.writeHead(405).end();
    const { id, method, params = {} }: ModernRequest = JSON.parse(await text(req));
    const header = decode(req.headers["mcp-name"]?.toString());
    const isConsistent = req.headers["mcp-method"] === method && header === params.name;
    const reply = (result: object, status = 200): void => {
      res.writeHead(status, { "Content-Type": "application/json" });
      res.end(JSON.stringify({ jsonrpc: "2.0", id, ...result }));
    };
    if (!isConsistent) return reply({ error: { code: -32_020, message: "header mismatch" } }, 400);
    const complete = { resultType: "complete", ttlMs: 0, cacheScope: "public" };
    switch (method) {
      case "server/discover":
        return reply({
          result: { ...complete, supportedVersions: [MODERN], capabilities: { tools: { listChanged: true } } },
        });
      case "tools/list": {
        const page = Number(params.cursor ?? 0);
        const next = page + 1 < PAGES.length ? { nextCursor: String(page + 1) } : {};
        return reply({ result: { ...complete, tools: PAGES[page], ...next } });
      }
      case "tools/call":
        called.push([params.name, req.headers["mcp-name"]?.toString()]);
        return stream(res, [
          { jsonrpc: "2.0", id, result: { ...complete, content: [{ type: "text", text: params.name }] } },
        ]).end() as never;
      case "subscriptions/listen":
        stream(res, [acknowledgement(id, params)]);
        return undefined;
      default:
        return reply({ error: { code: -32_601, message: "not found" } }, 404);
    }
  }
}

function acknowledgement(id: unknown, { notifications }: Record<string, unknown>): object {
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  return { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications, _meta } };
}

function stream(res: ServerResponse, messages: readonly object[]): ServerResponse {
  res.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const message of messages) res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  return res;
}

function decode(value: string | undefined): string | undefined {
  const encoded = value && /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
