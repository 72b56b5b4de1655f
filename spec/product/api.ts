import type { CreatedWorkload, Workload } from "@toolhaven/contract/workload";
import { waitUntil } from "@toolhaven/engine/wait";
import type { Daemon } from "./daemon.ts";

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Calls the API as any HTTP client would; nothing of ours is between the test and the wire. */
export async function call({ url }: Pick<Daemon, "url">, method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}

const WORKLOADS = "/api/v1beta/workloads";

export async function create(daemon: Daemon, request: Readonly<Record<string, unknown>>): Promise<CreatedWorkload> {
  const reply = await call(daemon, "POST", WORKLOADS, request);
  if (reply.status !== 201) throw new Error(`create answered ${reply.status}: ${reply.body}`);
  return JSON.parse(reply.body) as CreatedWorkload;
}

export async function list(daemon: Daemon): Promise<Workload[]> {
  const { body } = await call(daemon, "GET", `${WORKLOADS}?all=true`);
  return (JSON.parse(body) as { workloads: Workload[] }).workloads;
}

export const find = async (daemon: Daemon, name: string): Promise<Workload | undefined> =>
  (await list(daemon)).find((workload) => workload.name === name);

/** Waits until a workload is as the check says; the failure tells how it was last. */
export async function until(
  daemon: Daemon,
  name: string,
  check: (workload: Workload | undefined) => boolean,
  limitMs = 60_000,
): Promise<Workload | undefined> {
  let last: Workload | undefined;
  try {
    await waitUntil(
      async () => {
        last = await find(daemon, name);
        return check(last);
      },
      { signal: AbortSignal.timeout(limitMs), everyMs: 50 },
    );
  } catch (cause) {
    throw new Error(`"${name}" stayed ${last ? `${last.status}: ${last.status_context ?? ""}` : "away"}`, { cause });
  }
  return last;
}

export const untilStatus = (daemon: Daemon, name: string, status: Workload["status"]): Promise<Workload | undefined> =>
  until(daemon, name, (workload) => workload?.status === status);

export const untilGone = (daemon: Daemon, name: string): Promise<Workload | undefined> =>
  until(daemon, name, (workload) => workload === undefined);
