import type { IncomingMessage } from "node:http";
import { createOriginGuard } from "@toolhaven/contract/origin-guard";
import { forbidden, type Refusal } from "./refusal.ts";

/** Refuses what comes from a web page of somebody else, in front of every server (MCP 2025-11-25, transports). */
export function createGuard(bindHost: string): (req: IncomingMessage) => Refusal | undefined {
  const guard = createOriginGuard(bindHost);
  return ({ headers }) => {
    const reason = guard(headers);
    return reason === undefined ? undefined : forbidden(reason);
  };
}
