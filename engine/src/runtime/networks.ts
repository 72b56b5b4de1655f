import { networkInterfaces } from "node:os";
import { AppError } from "@toolhaven/contract/errors";
import { ListedNetworks } from "./answers.ts";
import type { EngineClient } from "./engine-client.ts";
import { refusal } from "./engine-errors.ts";
import type { CallOptions, Labels, NetworkSpec, NetworkSummary } from "./runtime.ts";
import { freeSubnets } from "./subnets.ts";

export interface Networks {
  create(spec: NetworkSpec, options: CallOptions & { block: string }): Promise<void>;
  list(labels: Labels, options?: CallOptions): Promise<NetworkSummary[]>;
  remove(name: string, options?: CallOptions): Promise<void>;
}

/** Somebody else may take a subnet between the look and the call, or use one the engine alone knows of. */
const MAX_ATTEMPTS = 16;

/** Networks with subnets of our own choice: the engine's own pools hold about thirty networks in all. */
export function createNetworks(client: EngineClient): Networks {
  let queue: Promise<unknown> = Promise.resolve();

  return {
    create(spec, options) {
      const turn = queue.then(() => create(spec, options));
      queue = turn.catch(() => undefined);
      return turn;
    },

    async list(labels, options) {
      const filters = JSON.stringify({ label: Object.entries(labels).map(([key, value]) => `${key}=${value}`) });
      const networks = await read({ filters }, options);
      return networks
        .map(({ Name, Labels }) => ({ name: Name, labels: Labels }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    async remove(name, options) {
      const path = `/networks/${encodeURIComponent(name)}`;
      await client.ask("remove the network", { method: "DELETE", path }, { ...options, also: [404] });
    },
  };

  async function create(spec: NetworkSpec, { block, signal }: CallOptions & { block: string }): Promise<void> {
    const options = signal ? { signal } : {};
    const networks = await read({}, options);
    const taken = networks.flatMap(({ IPAM }) => (IPAM?.Config ?? []).map(({ Subnet }) => Subnet ?? ""));
    let attempts = 0;
    for (const subnet of freeSubnets(block, [...taken, ...ownSubnets()])) {
      const reply = await client.call(
        { method: "POST", path: "/networks/create", body: bodyOf(spec, subnet) },
        options,
      );
      if (reply.status === 201) return;
      const refused = refusal("create the network", reply);
      // 403 from Docker, 500 from Podman: this subnet is taken after all.
      const isTaken = reply.status === 403 || refused.code === "internal";
      if (!isTaken || ++attempts === MAX_ATTEMPTS) throw refused;
    }
    throw new AppError(
      "internal",
      `cannot create the network "${spec.name}": every subnet of ${block} is in use; remove networks nothing uses`,
    );
  }

  async function read(query: Record<string, string>, options?: CallOptions): Promise<ListedNetworks> {
    const { body } = await client.ask("list networks", { method: "GET", path: "/networks", query }, options);
    return ListedNetworks.parse(body);
  }
}

const bodyOf = ({ name, labels, isInternal }: NetworkSpec, subnet: string): object => ({
  Name: name,
  CheckDuplicate: true,
  Driver: "bridge",
  Internal: isInternal,
  IPAM: { Driver: "default", Config: [{ Subnet: subnet }] },
  Labels: labels,
});

/** What this machine's own interfaces use, a VPN's among them: a bridge there would cut it off. */
const ownSubnets = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.flatMap(({ cidr }) => cidr ?? []));
