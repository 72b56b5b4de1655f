import type { CreatedGroup } from "@toolhaven/contract/group";
import type { groupCreate } from "../manifest/groups.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure } from "../program/failure.ts";

export const run: Run<typeof groupCreate> = async ({ args, flags }, { api }) => {
  try {
    const group = await (await api()).post<CreatedGroup>("/groups", { name: args.group });
    return { data: group, text: `created group "${group.name}"`, isNote: true };
  } catch (error) {
    if (!(flags["if-not-exists"] && error instanceof Failure && error.exit === "conflict")) throw error;
    return { data: { name: args.group }, text: `group "${args.group}" exists`, isNote: true };
  }
};
