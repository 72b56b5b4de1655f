import { z } from "zod";
import { CreatedGroup, CreateGroup, Group, GroupList, GroupName } from "./group.ts";
import { PRODUCT } from "./product.ts";
import { QueryFlag, queryOf, type Route } from "./route.ts";

const params = z.object({ name: GroupName.describe("The group's name.") });

export const groupRoutes = {
  listGroups: {
    method: "get",
    path: `${PRODUCT.apiPath}/groups`,
    tags: ["groups"],
    summary: "List groups",
    answers: { 200: GroupList },
    errors: {},
  },
  createGroup: {
    method: "post",
    path: `${PRODUCT.apiPath}/groups`,
    tags: ["groups"],
    summary: "Create a group",
    body: CreateGroup,
    answers: { 201: CreatedGroup },
    errors: { 400: "The name breaks the rules.", 409: "A group of that name exists." },
  },
  getGroup: {
    method: "get",
    path: `${PRODUCT.apiPath}/groups/{name}`,
    tags: ["groups"],
    summary: "Get a group",
    params,
    answers: { 200: Group },
    errors: { 400: "The name breaks the rules.", 404: "There is no such group." },
  },
  deleteGroup: {
    method: "delete",
    path: `${PRODUCT.apiPath}/groups/{name}`,
    tags: ["groups"],
    summary: "Delete a group",
    description: "Its workloads move to the default group, unless they are to be deleted too.",
    params,
    query: queryOf({
      "with-workloads": QueryFlag.meta({
        type: "boolean",
        default: false,
        description: "Also delete the group's workloads. Only `true` means yes.",
      }),
    }),
    answers: { 204: null },
    errors: {
      400: "The name breaks the rules, or is that of the default group, which stays.",
      404: "There is no such group.",
      503: "No container engine answers.",
    },
  },
} as const satisfies Readonly<Record<string, Route>>;
