import { once } from "node:events";
import { request } from "node:http";
import { unreachable } from "./forward-reply.ts";
import type { Target } from "./forward-target.ts";
import type { Health } from "./health.ts";

export interface CheckOptions {
  readonly name: string;
  /** A deadline that passes is a finding, not a failure; any other abort rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Asks for `GET /` on a connection of its own. Any HTTP answer is a sign of life; the MCP path is left alone, because
 * a GET there opens an event stream.
 */
export async function checkTarget(target: Target, { name, signal }: CheckOptions): Promise<Health> {
  const { hostname, port, host } = target;
  const probe = request({ hostname, port, headers: { host }, agent: false, signal });
  // `once` listens for a failure until the answer; destroying the probe may bring another.
  probe.on("error", () => undefined);
  try {
    await once(probe.end(), "response");
    return { healthy: true };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!signal.aborted) return { healthy: false, reason: unreachable(name, error).text };
    if (!isTimeout(signal.reason)) throw signal.reason;
    return { healthy: false, reason: `workload "${name}" does not answer in time` };
  } finally {
    probe.destroy();
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
