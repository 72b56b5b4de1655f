import type { WorkloadList } from "@toolhaven/contract/workload";
import { segment } from "../api/api.ts";
import type { groupRm } from "../manifest/groups.ts";
import type { Run } from "../manifest/spec.ts";
import { confirm } from "./shared/confirm.ts";
import { done, listed } from "./shared/done.ts";

export const run: Run<typeof groupRm> = async ({ args, flags }, context) => {
  const api = await context.api();
  const { group } = args;
  const { workloads } = await api.get<WorkloadList>("/workloads", { all: true, group });
  const names = workloads.map(({ name }) => name);
  const what = flags["with-workloads"] ? "and removes" : "and moves to the default group";
  const question = `This removes group "${group}" ${what} ${names.join(", ")}. Go on?`;
  if (flags["dry-run"])
    return done(
      [],
      names.length > 0
        ? `would remove group "${group}" ${what} ${listed(names, "workload")}`
        : `would remove group "${group}"`,
    );
  if (names.length > 0) await confirm(question, flags.yes, context);
  await api.delete(`/groups/${segment(group)}`, { "with-workloads": flags["with-workloads"] });
  return done([group, ...names], `removed group "${group}"`);
};
