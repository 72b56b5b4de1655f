import type { ServerList } from "@toolhaven/contract/registry";
import type { ContainerServer, RemoteServer } from "@toolhaven/contract/registry-server";
import type { Api } from "../../api/api.ts";
import { table } from "../../output/table.ts";

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

export function serverTable(servers: readonly Server[]): string {
  return table(servers, [
    { title: "NAME", of: ({ name }) => name },
    { title: "TYPE", of: ({ is_remote }) => (is_remote ? "remote" : "container") },
    { title: "TRANSPORT", of: ({ transport }) => transport },
    { title: "TIER", of: ({ tier }) => tier ?? "-" },
    { title: "DESCRIPTION", of: ({ description }) => shortened(description ?? "") },
  ]);
}

/** Cut between characters, never inside one. */
function shortened(text: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return letters.length > DESCRIPTION
    ? `${letters
        .slice(0, DESCRIPTION - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
