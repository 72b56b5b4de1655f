import { setTimeout as sleep } from "node:timers/promises";
import type { Workload, WorkloadList } from "@toolhaven/contract/workload";
import type { Api } from "../../api/api.ts";
import type { Context } from "../../program/context.ts";
import { Failure } from "../../program/failure.ts";

/** How often the server is asked while a workload is on its way; a look costs it well under a millisecond. */
const LOOK_EVERY_MS = 100;

/** What it was before and what it is in the end need no line of progress. */
const IS_ON_ITS_WAY: Readonly<Record<Workload["status"], boolean>> = {
  starting: true,
  stopping: true,
  removing: true,
  unhealthy: true,
  unknown: true,
  running: false,
  stopped: false,
  error: false,
};

export interface FollowOptions extends Pick<Context, "signal" | "progress"> {
  readonly limitMs: number;
}

/** Looks at workloads until `isDone` says so for all of them. @throws Failure `timed out` */
export async function follow(
  names: readonly string[],
  isDone: (workload: Workload | undefined, name: string) => boolean,
  api: Api,
  { limitMs, signal, progress }: FollowOptions,
): Promise<void> {
  const until = Date.now() + limitMs;
  for (;;) {
    const { workloads } = await api.get<WorkloadList>("/workloads", { all: true });
    const waiting = names.filter(
      (name) =>
        !isDone(
          workloads.find((workload) => workload.name === name),
          name,
        ),
    );
    if (waiting.length === 0) return progress.done();
    const first = workloads.find(({ name }) => name === waiting[0]);
    if (first && IS_ON_ITS_WAY[first.status]) progress.show(`${first.name}: ${causeOf(first)}`);
    if (Date.now() > until) {
      throw new Failure(
        "timed out",
        `"${waiting[0]}" is still ${first?.status ?? "missing"}: ${first ? causeOf(first) : ""}`,
        {
          hint: "it goes on in the background; thv list --all shows how it is",
        },
      );
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Waits until a workload runs. @throws Failure with the cause when it ends in an error */
export async function untilRunning(name: string, api: Api, options: FollowOptions): Promise<Workload> {
  let last: Workload | undefined;
  await follow(
    [name],
    (workload) => {
      last = workload;
      return workload === undefined || workload.status === "running" || workload.status === "error";
    },
    api,
    options,
  );
  if (last?.status === "running") return last;
  throw new Failure("failure", last ? `"${name}" does not run: ${causeOf(last)}` : `"${name}" was removed`, {
    hint: `thv logs ${name} shows what it wrote`,
  });
}

/** The cause in a status line, without its time. */
export const causeOf = ({ status, status_context = "" }: Workload): string =>
  status_context.replace(/ \(since [^)]*\)$/, "") || status;
