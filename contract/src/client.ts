import { z } from "zod";
import { ClientType, ClientTypeInput } from "./client-type.ts";
import { GroupName } from "./group.ts";
import { PRODUCT } from "./product.ts";
import { requestBody } from "./request-body.ts";

export const RegisteredClient = z
  .object({ name: ClientType, groups: z.array(GroupName) })
  .meta({ id: "RegisteredClient", description: "A client application and the groups whose workloads it is offered." });
export type RegisteredClient = z.infer<typeof RegisteredClient>;

export const RegisteredClientList = z.array(RegisteredClient).meta({ id: "RegisteredClientList" });
export type RegisteredClientList = z.infer<typeof RegisteredClientList>;

export const ClientStatus = z
  .object({
    client_type: ClientType,
    installed: z.boolean().describe("Its settings are on this machine."),
    registered: z.boolean().describe("It is registered with a group."),
  })
  .meta({ id: "ClientStatus" });
export type ClientStatus = z.infer<typeof ClientStatus>;

export const ClientStatusList = z.object({ clients: z.array(ClientStatus) }).meta({ id: "ClientStatusList" });
export type ClientStatusList = z.infer<typeof ClientStatusList>;

const ClientNames = z
  .array(ClientTypeInput)
  .min(1, { error: `must name at least one client, such as "ClaudeCode"` })
  .describe("Client applications.");

/** Registering with no group in particular means the default one. */
const ToGroups = z
  .array(GroupName)
  .overwrite((groups) => (groups.length > 0 ? groups : [PRODUCT.defaultGroup]))
  .default([PRODUCT.defaultGroup])
  .describe("Groups to register with.");

export const RegisterClient = requestBody(z.object({ name: ClientTypeInput, groups: ToGroups })).meta({
  id: "RegisterClient",
  examples: [{ name: "ClaudeCode", groups: ["default"] }],
});
export type RegisterClient = z.infer<typeof RegisterClient>;

export const RegisterClients = requestBody(z.object({ names: ClientNames, groups: ToGroups })).meta({
  id: "RegisterClients",
  examples: [{ names: ["ClaudeCode", "VSCode"] }],
});
export type RegisterClients = z.infer<typeof RegisterClients>;

export const UnregisterClients = requestBody(
  z.object({ names: ClientNames, groups: z.array(GroupName).default([]).describe("Groups to leave; empty: all.") }),
).meta({ id: "UnregisterClients", examples: [{ names: ["VSCode"], groups: ["web research"] }] });
export type UnregisterClients = z.infer<typeof UnregisterClients>;
