import { once } from "node:events";
import { segment } from "../api/api.ts";
import type { Run } from "../manifest/spec.ts";
import type { restart } from "../manifest/workloads.ts";
import { forEach } from "./shared/bulk.ts";
import { confirm } from "./shared/confirm.ts";
import { done } from "./shared/done.ts";
import { untilRunning } from "./shared/follow.ts";
import { targetsOf } from "./shared/targets.ts";

export const run: Run<typeof restart> = async ({ args, flags }, context) => {
  const api = await context.api();
  const targets = await targetsOf({ names: args.workload, all: flags.all, group: flags.group }, api);
  const names = targets.map(({ name }) => name);
  if (names.length === 0) return done([], "there are no workloads");
  if (flags.all || flags.group !== undefined) await confirm(`Restart ${names.join(", ")}?`, flags.yes, context);
  const outcome = await forEach(
    names,
    async (name) => {
      await api.post(`/workloads/${segment(name)}/restart`);
      await untilRunning(name, api, { ...context, limitMs: flags.timeout });
    },
    { verb: "restarted" },
  );
  if (!flags.foreground) return outcome;
  context.tell(`${outcome.text}; Ctrl-C stops`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  const { openApi } = await import("../api/open-api.ts");
  // The signal that ended the wait would end these calls too.
  const last = await openApi({ ...context, signal: AbortSignal.timeout(5000) });
  await Promise.all(names.map((name) => last.post(`/workloads/${segment(name)}/stop`)));
  return outcome;
};
