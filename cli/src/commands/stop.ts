import { segment } from "../api/api.ts";
import type { Run } from "../manifest/spec.ts";
import type { stop } from "../manifest/workloads.ts";
import { forEach } from "./shared/bulk.ts";
import { confirm } from "./shared/confirm.ts";
import { done, listed } from "./shared/done.ts";
import { follow } from "./shared/follow.ts";
import { targetsOf } from "./shared/targets.ts";

export const run: Run<typeof stop> = async ({ args, flags }, context) => {
  const api = await context.api();
  const wish = { names: args.workload, all: flags.all, group: flags.group, ignoreMissing: flags["ignore-missing"] };
  const running = (await targetsOf(wish, api)).filter(({ status }) => status !== "stopped").map(({ name }) => name);
  if (running.length === 0) return done([], nothingToStop(args.workload));
  if (flags.all || flags.group !== undefined) await confirm(`Stop ${running.join(", ")}?`, flags.yes, context);
  return forEach(
    running,
    async (name) => {
      await api.post(`/workloads/${segment(name)}/stop`);
      const isDone = (status?: string): boolean => status === undefined || status === "stopped";
      await follow([name], (workload) => isDone(workload?.status), api, { ...context, limitMs: flags.timeout });
    },
    { verb: "stopped" },
  );
};

const nothingToStop = (names: readonly string[]): string =>
  names.length > 0 ? `${listed(names, "workload")} ${names.length > 1 ? "do" : "does"} not run` : "no workload runs";
