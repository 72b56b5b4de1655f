import type { ServerList } from "@toolhaven/contract/registry";
import type { ContainerServer, RemoteServer } from "@toolhaven/contract/registry-server";
import type { Api } from "../../api/api.ts";
import type { Io } from "../../output/io.ts";
import { cut, table, widthOf } from "../../output/table.ts";

export type Server = (ContainerServer & { is_remote: false }) | (RemoteServer & { is_remote: true });

/** Both kinds of the registry's servers, by name. */
export async function allServers(api: Api): Promise<Server[]> {
  const { servers, remote_servers } = await api.get<ServerList>("/registry/default/servers");
  const all: Server[] = [
    ...servers.map((server) => ({ ...server, is_remote: false as const })),
    ...remote_servers.map((server) => ({ ...server, is_remote: true as const })),
  ];
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const DESCRIPTION = 60;

export const serverTable = (servers: readonly Server[], io: Pick<Io, "stdout">): string =>
  table(
    servers,
    [
      { title: "NAME", of: ({ name }) => name },
      { title: "TYPE", of: ({ is_remote }) => (is_remote ? "remote" : "container") },
      { title: "TRANSPORT", of: ({ transport }) => transport },
      { title: "TIER", of: ({ tier }) => tier ?? "-" },
      { title: "DESCRIPTION", of: ({ description }) => cut(description, DESCRIPTION) },
    ],
    { width: widthOf(io) },
  );
