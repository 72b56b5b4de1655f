import type { registryList } from "../manifest/registry.ts";
import type { Run } from "../manifest/spec.ts";
import { allServers, serverTable } from "./shared/servers.ts";

export const run: Run<typeof registryList> = async ({ flags }, { api }) => {
  const servers = (await allServers(await api())).slice(0, flags.limit);
  return { data: servers, text: servers.length > 0 ? serverTable(servers) : "the registry is empty" };
};
