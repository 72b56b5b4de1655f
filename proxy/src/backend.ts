import type { IncomingMessage, ServerResponse } from "node:http";
import type { Activity, Health } from "./health.ts";
import type { ToolView } from "./tool-policy.ts";
import type { Upstream } from "./upstream.ts";

/** What stands between a proxy's listener and its server. */
export interface Backend {
  connect(upstream: Upstream): void;
  disconnect(reason: string): void;
  /** Undefined: all of the server's tools, as they are. */
  setTools(view: ToolView | undefined): void;
  /** For requests whose `Host` and `Origin` were found good. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  check(options: { signal: AbortSignal }): Promise<Health>;
  activity(): Activity;
  /** Ends everything at once. Sessions that outlive the process stay valid. */
  close(): Promise<void>;
}
