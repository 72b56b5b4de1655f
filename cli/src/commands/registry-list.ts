import type { registryList } from "../manifest/registry.ts";
import type { Run } from "../manifest/spec.ts";
import { limited } from "./shared/limited.ts";
import { allServers, serverTable } from "./shared/servers.ts";

export const run: Run<typeof registryList> = async ({ flags }, context) => {
  const servers = limited(await allServers(await context.api()), flags.limit, context);
  return { data: servers, text: servers.length > 0 ? serverTable(servers, context.io) : "the registry is empty" };
};
