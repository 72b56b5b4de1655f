import type { groupRoutes } from "@toolhaven/contract/group-routes";
import type { Handler } from "@toolhaven/contract/route";
import type { Groups } from "@toolhaven/engine/groups/groups";

type GroupHandlers = { readonly [Id in keyof typeof groupRoutes]: Handler<(typeof groupRoutes)[Id]> };

export function groupHandlers(groups: Groups): GroupHandlers {
  return {
    listGroups: () => ({ groups: [...groups.list()] }),
    createGroup: ({ body }) => groups.create(body.name),
    getGroup: ({ params }) => groups.get(params.name),
    deleteGroup: ({ params, query, signal }) =>
      groups.remove(params.name, { withWorkloads: query["with-workloads"], signal }),
  };
}
