import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

/** The caller's id when it can stand in a header and a log line as it is, else one of ours. */
export function requestIdFrom(sent: string | undefined): string {
  return sent !== undefined && /^[!-~]{1,128}$/.test(sent) ? sent : randomUUID();
}
