import type { GroupList } from "@toolhaven/contract/group";
import type { groupList } from "../manifest/groups.ts";
import type { Run } from "../manifest/spec.ts";
import { table } from "../output/table.ts";

export const run: Run<typeof groupList> = async (_, { api }) => {
  const { groups } = await (await api()).get<GroupList>("/groups");
  return {
    data: groups,
    text: table(groups, [
      { title: "NAME", of: ({ name }) => name },
      { title: "CLIENTS", of: ({ registered_clients }) => registered_clients.join(", ") || "-" },
    ]),
  };
};
