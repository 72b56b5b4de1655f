import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientType } from "@toolhaven/contract/client-type";
import { notFound } from "@toolhaven/contract/errors";
import { type ClientFacts, clientCatalogue } from "./catalogue.ts";
import { type Clients, type ClientsDeps, type GroupRegistrations, openClients } from "./clients.ts";
import type { OfferedWorkload } from "./targets.ts";

/** A home folder, groups and workloads of a test's own. */
export interface TestMachine {
  readonly home: string;
  readonly recordsFolder: string;
  readonly catalogue: readonly ClientFacts[];
  readonly groups: GroupRegistrations;
  /** What `log.warn` and `log.info` were told. */
  readonly said: string[];
  offered: OfferedWorkload[];
  open(overrides?: Partial<ClientsDeps>): Promise<Clients>;
  fileOf(client: ClientType): string;
  /** As text; `undefined` when there is none. */
  read(client: ClientType): Promise<string | undefined>;
  write(client: ClientType, text: string | Uint8Array): Promise<void>;
}

export const workload = (name: string, port: number, group = "default"): OfferedWorkload => ({
  name,
  group,
  url: `http://127.0.0.1:${port}/mcp`,
  mode: "streamable-http",
  created_at: "2026-01-01T00:00:00Z",
});

export async function createMachine(): Promise<TestMachine> {
  const home = await mkdtemp(join(tmpdir(), "thv-clients-"));
  const recordsFolder = join(home, "state");
  const catalogue = clientCatalogue({ home, platform: "linux" });
  const members = new Map<string, readonly ClientType[]>([
    ["default", []],
    ["web", []],
  ]);
  const groups: GroupRegistrations = {
    list: () => [...members].map(([name, registered]) => ({ name, registered_clients: [...registered] })),
    async update(name, change) {
      const before = members.get(name);
      if (!before) throw notFound("group", name);
      members.set(name, change(before));
    },
  };
  const said: string[] = [];
  const say = (fields: object, text: string): void => {
    said.push(`${text} ${JSON.stringify(fields)}`);
  };
  const log = { debug: () => undefined, info: say, warn: say, error: say };
  const fileOf = (client: ClientType): string => catalogue.find(({ type }) => type === client)!.file;
  const machine: TestMachine = {
    home,
    recordsFolder,
    catalogue,
    groups,
    said,
    offered: [],
    open: (overrides) =>
      openClients({ groups, offered: () => machine.offered, catalogue, recordsFolder, log, ...overrides }),
    fileOf,
    read: (client) => readFile(fileOf(client), "utf8").catch(() => undefined),
    async write(client, text) {
      await mkdir(dirname(fileOf(client)), { recursive: true });
      await writeFile(fileOf(client), text);
    },
  };
  return machine;
}
