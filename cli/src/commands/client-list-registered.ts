import type { RegisteredClientList } from "@toolhaven/contract/client";
import type { clientListRegistered } from "../manifest/clients.ts";
import type { Run } from "../manifest/spec.ts";
import { table } from "../output/table.ts";

export const run: Run<typeof clientListRegistered> = async (_, { api }) => {
  const clients = await (await api()).get<RegisteredClientList>("/clients");
  const columns = [
    { title: "CLIENT", of: ({ name }: (typeof clients)[number]) => name },
    { title: "GROUPS", of: ({ groups }: (typeof clients)[number]) => groups.join(", ") },
  ];
  return { data: clients, text: clients.length > 0 ? table(clients, columns) : "no client is registered" };
};
