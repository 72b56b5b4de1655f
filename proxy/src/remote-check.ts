import type { ActivityLog } from "./forward-activity.ts";
import { checkTarget } from "./forward-check.ts";
import { notLetIn } from "./forward-reply.ts";
import type { Target } from "./forward-target.ts";
import type { Health } from "./health.ts";

/** So long a finding is good: others pay for the server that is asked. A bad one is looked into sooner. */
const GOOD_MS = 30_000;
const BAD_MS = 5000;

export interface RemoteCheckOptions {
  readonly name: string;
  readonly activity: ActivityLog;
}

/**
 * Looks after a remote server without bothering it: as long as it answers clients it is known to be there. Otherwise
 * it is asked for its `OPTIONS`, without credentials, at most twice a minute, or each 5 seconds while it is away. That
 * it does not accept our credentials is learned from what it answers to clients.
 */
export function createRemoteCheck({ name, activity }: RemoteCheckOptions) {
  let asked: { target: Target; at: number; finding: Health } | undefined;

  return async function check(target: Target, { signal }: { signal: AbortSignal }): Promise<Health> {
    const now = Date.now();
    if (activity.isUnwelcome) return { healthy: false, reason: notLetIn(name, 401) };
    const { lastAnswerAt, lostAt } = activity;
    if (now - lastAnswerAt < GOOD_MS && lastAnswerAt > lostAt) return { healthy: true };
    if (asked?.target === target) {
      const isGood = asked.finding.healthy && asked.at > lostAt;
      if (now - asked.at < (isGood ? GOOD_MS : BAD_MS)) return asked.finding;
    }
    const finding = await checkTarget(target, { name, signal });
    asked = { target, at: now, finding };
    return finding;
  };
}
