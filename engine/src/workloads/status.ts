import type { WorkloadStatus } from "@toolhaven/contract/workload";

export interface StatusReport {
  readonly status: WorkloadStatus;
  /** Why it is so, in a sentence. */
  readonly cause: string;
  /** Since when, RFC 3339. */
  readonly since: string;
}

export interface StatusLine {
  report(): StatusReport;
  /** The same status with another cause keeps its time: progress is not a transition. */
  set(status: WorkloadStatus, cause: string): void;
}

export function createStatusLine(onTransition: (report: StatusReport) => void, now: () => Date): StatusLine {
  let current: StatusReport = { status: "unknown", cause: "not looked at yet", since: now().toISOString() };
  return {
    report: () => current,
    set(status, cause) {
      if (status === current.status && cause === current.cause) return;
      const isTransition = status !== current.status;
      current = { status, cause, since: isTransition ? now().toISOString() : current.since };
      if (isTransition) onTransition(current);
    },
  };
}

/** The `status_context` of the API: cause and time in one line. */
export const toStatusContext = ({ cause, since }: StatusReport): string => `${cause} (since ${since})`;
