import { segment } from "../api/api.ts";
import type { Run } from "../manifest/spec.ts";
import type { rm } from "../manifest/workloads.ts";
import { forEach } from "./shared/bulk.ts";
import { confirm } from "./shared/confirm.ts";
import { done, listed } from "./shared/done.ts";
import { follow } from "./shared/follow.ts";
import { targetsOf } from "./shared/targets.ts";

export const run: Run<typeof rm> = async ({ args, flags }, context) => {
  const api = await context.api();
  const wish = { names: args.workload, all: flags.all, group: flags.group, ignoreMissing: flags["ignore-missing"] };
  const names = (await targetsOf(wish, api)).map(({ name }) => name);
  if (names.length === 0) return done([], "nothing to remove");
  if (flags["dry-run"]) return done([], `would remove ${listed(names, "workload")}`);
  if (flags.all || flags.group !== undefined) await confirm(`Remove ${names.join(", ")}?`, flags.yes, context);
  return forEach(
    names,
    async (name) => {
      await api.delete(`/workloads/${segment(name)}`);
      await follow([name], (workload) => workload === undefined, api, { ...context, limitMs: flags.timeout });
    },
    { verb: "removed" },
  );
};
