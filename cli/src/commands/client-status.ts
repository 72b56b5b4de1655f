import type { ClientStatusList } from "@toolhaven/contract/client";
import type { clientStatus } from "../manifest/clients.ts";
import type { Run } from "../manifest/spec.ts";
import { table } from "../output/table.ts";

export const run: Run<typeof clientStatus> = async (_, { api, style }) => {
  const { clients } = await (await api()).get<ClientStatusList>("/discovery/clients");
  const word = (value: boolean): string => (value ? "yes" : "no");
  return {
    data: clients,
    text: table(clients, [
      { title: "CLIENT", of: ({ client_type }) => client_type },
      {
        title: "INSTALLED",
        of: ({ installed }) => word(installed),
        mark: (text, row) => (row.installed ? style.good(text) : style.dim(text)),
      },
      {
        title: "REGISTERED",
        of: ({ registered }) => word(registered),
        mark: (text, row) => (row.registered ? style.good(text) : style.dim(text)),
      },
    ]),
  };
};
