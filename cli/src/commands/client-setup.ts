import type { ClientStatusList, RegisteredClientList } from "@toolhaven/contract/client";
import type { GroupList } from "@toolhaven/contract/group";
import type { Api } from "../api/api.ts";
import type { clientSetup } from "../manifest/clients.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";
import { choose } from "./shared/choose.ts";

export const run: Run<typeof clientSetup> = async ({ flags }, context) => {
  const api = await context.api();
  const { clients } = await api.get<ClientStatusList>("/discovery/clients");
  const installed = clients
    .filter((client) => client.installed && !client.registered)
    .map(({ client_type }) => client_type);
  if (installed.length === 0) return { data: [], text: "no installed client is left to register" };
  const names = flags.all
    ? installed
    : await choose("Clients to register", installed, "pass --all to register every installed client", context);
  if (names.length === 0) return { data: [], text: "nothing was chosen" };
  const groups = flags.group.length > 0 || flags.all ? flags.group : await askGroups(api, context);
  return register(names, groups, api);
};

/** Asked only where there is a choice. */
async function askGroups(api: Api, context: Context): Promise<readonly string[]> {
  const { groups } = await api.get<GroupList>("/groups");
  const names = groups.map(({ name }) => name);
  return names.length > 1 ? choose("Groups to register with", names, "pass --group GROUP", context) : names;
}

async function register(names: readonly string[], groups: readonly string[], api: Api): Promise<Outcome> {
  const body = { names, ...(groups.length > 0 && { groups }) };
  const registered = await api.post<RegisteredClientList>("/clients/register", body);
  return {
    data: registered,
    text: registered.map((client) => `registered ${client.name} with ${client.groups.join(", ")}`).join("\n"),
    isNote: true,
  };
}
