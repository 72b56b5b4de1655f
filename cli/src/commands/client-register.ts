import type { RegisteredClient } from "@toolhaven/contract/client";
import type { clientRegister } from "../manifest/clients.ts";
import type { Run } from "../manifest/spec.ts";

export const run: Run<typeof clientRegister> = async ({ args, flags }, { api }) => {
  const body = { name: args.client, ...(flags.group.length > 0 && { groups: flags.group }) };
  if (flags["dry-run"]) {
    const groups = flags.group.length > 0 ? flags.group : ["default"];
    return { data: { name: args.client, groups }, text: `would register ${args.client} with ${groups.join(", ")}` };
  }
  const client = await (await api()).post<RegisteredClient>("/clients", body);
  return { data: client, text: `registered ${client.name} with ${client.groups.join(", ")}`, isNote: true };
};
