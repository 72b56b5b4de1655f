import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { unreachable } from "./forward-reply.ts";
import type { Target } from "./forward-target.ts";
import type { Health } from "./health.ts";

export interface CheckOptions {
  readonly name: string;
  /** A deadline that passes is a finding, not a failure; any other abort rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Asks on a connection of its own. Any HTTP answer is a sign of life; a container's MCP path is left alone, because a
 * GET there opens an event stream.
 */
export async function checkTarget(target: Target, { name, signal }: CheckOptions): Promise<Health> {
  const { host, isRemote } = target;
  const probe = target.open({ ...target.probe, headers: ["Host", host], agent: false, signal });
  // `once` listens for a failure until the answer; destroying the probe may bring another.
  probe.on("error", () => undefined);
  try {
    const [{ statusCode = 0 }] = (await once(probe.end(), "response")) as [IncomingMessage];
    const isGateway = isRemote && GATEWAY_FAILURES.has(statusCode);
    return isGateway ? { healthy: false, reason: gatewayOnly(name, statusCode) } : { healthy: true };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!signal.aborted) return { healthy: false, reason: unreachable(name, error).text };
    if (!isTimeout(signal.reason)) throw signal.reason;
    return { healthy: false, reason: `workload "${name}" does not answer in time` };
  } finally {
    probe.destroy();
  }
}

/** Somebody in front of a remote server says that there is none; the last five are what content networks invented. */
const GATEWAY_FAILURES = new Set([502, 503, 504, 520, 521, 522, 523, 530]);

const gatewayOnly = (name: string, status: number): string =>
  `cannot reach workload "${name}": what stands in front of the server answers ${status}`;

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
