import { z } from "zod";
import {
  ClientStatusList,
  RegisterClient,
  RegisterClients,
  RegisteredClient,
  RegisteredClientList,
  UnregisterClients,
} from "./client.ts";
import { ClientTypeInput } from "./client-type.ts";
import { GroupName } from "./group.ts";
import { PRODUCT } from "./product.ts";
import type { Route } from "./route.ts";

const name = ClientTypeInput.describe("The client application.");

const UNKNOWN_CLIENT = "The client is not one we support.";

export const clientRoutes = {
  listClients: {
    method: "get",
    path: `${PRODUCT.apiPath}/clients`,
    tags: ["clients"],
    summary: "List registered clients",
    answers: { 200: RegisteredClientList },
    errors: {},
  },
  registerClient: {
    method: "post",
    path: `${PRODUCT.apiPath}/clients`,
    tags: ["clients"],
    summary: "Register a client",
    description: "Writes the running workloads of the groups into the client's settings, and keeps them up to date.",
    body: RegisterClient,
    answers: { 200: RegisteredClient },
    errors: { 400: UNKNOWN_CLIENT, 404: "One of the groups does not exist." },
  },
  unregisterClient: {
    method: "delete",
    path: `${PRODUCT.apiPath}/clients/{name}`,
    tags: ["clients"],
    summary: "Unregister a client everywhere",
    params: z.object({ name }),
    answers: { 204: null },
    errors: { 400: UNKNOWN_CLIENT },
  },
  unregisterClientFromGroup: {
    method: "delete",
    path: `${PRODUCT.apiPath}/clients/{name}/groups/{group}`,
    tags: ["clients"],
    summary: "Unregister a client from a group",
    params: z.object({ name, group: GroupName.describe("The group to leave.") }),
    answers: { 204: null },
    errors: {
      400: "The client is not one we support, or the group's name breaks the rules.",
      404: "The group does not exist, or the client is not registered with it.",
    },
  },
  registerClients: {
    method: "post",
    path: `${PRODUCT.apiPath}/clients/register`,
    tags: ["clients"],
    summary: "Register several clients",
    body: RegisterClients,
    answers: { 200: RegisteredClientList },
    errors: { 400: "No client is named, or one that we do not support.", 404: "One of the groups does not exist." },
  },
  unregisterClients: {
    method: "post",
    path: `${PRODUCT.apiPath}/clients/unregister`,
    tags: ["clients"],
    summary: "Unregister several clients",
    body: UnregisterClients,
    answers: { 204: null },
    errors: { 400: "No client is named, or one that we do not support.", 404: "One of the groups does not exist." },
  },
  discoverClients: {
    method: "get",
    path: `${PRODUCT.apiPath}/discovery/clients`,
    tags: ["discovery"],
    summary: "List supported clients and what is known of them",
    answers: { 200: ClientStatusList },
    errors: {},
  },
} as const satisfies Readonly<Record<string, Route>>;
