import type { IncomingMessage, ServerResponse } from "node:http";
import type { Health } from "./health.ts";
import { methodNotAllowed, refuse } from "./refusal.ts";

/** So long a finding is good for whoever asks next. */
const FRESH_MS = 1000;

const CHECK_MS = 5000;

export interface HealthEndpointOptions {
  readonly transport: string;
  readonly check: (options: { signal: AbortSignal }) => Promise<Health>;
}

/** `GET /health`: 200 or 503. However many ask, the server is asked once a second at most. */
export function createHealthEndpoint({ transport, check }: HealthEndpointOptions) {
  let lastAsked = 0;
  let finding: Promise<Health> = Promise.resolve({ healthy: false, reason: "" });

  return async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== "GET") return refuse(res, methodNotAllowed("GET"));
    if (Date.now() - lastAsked > FRESH_MS) {
      lastAsked = Date.now();
      finding = check({ signal: AbortSignal.timeout(CHECK_MS) });
    }
    const { healthy } = await finding;
    if (res.destroyed) return;
    const status = healthy ? "healthy" : "unhealthy";
    const body = JSON.stringify({ status, transport, mcp: { available: healthy } });
    res.writeHead(healthy ? 200 : 503, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    });
    res.end(body);
  };
}
