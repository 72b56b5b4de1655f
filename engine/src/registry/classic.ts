import { quote } from "@toolhaven/contract/quote";
import type { Registry } from "@toolhaven/contract/registry";
import { z } from "zod";
import { createBreather } from "./breather.ts";
import { type Candidate, checkCount, readEntries } from "./entries.ts";
import type { ReadOptions, ReadRegistry } from "./read-registry.ts";

/** What a registry that does not say its version answers with. */
export const NO_VERSION = "0.0.0";

const Servers = z.record(z.string(), z.unknown()).catch({});
const Group = z.looseObject({
  name: z.string().min(1).max(100),
  description: z.string().catch(""),
  servers: Servers,
  remote_servers: Servers,
});

/** What is known of a whole registry; a head that says nothing useful costs no server. */
const Head = z.looseObject({
  version: z.string().min(1).max(100).catch(NO_VERSION),
  last_updated: z.iso.datetime({ offset: true }).optional().catch(undefined),
  servers: Servers,
  remote_servers: Servers,
  groups: z.array(z.unknown()).catch([]),
});

type Group = Registry["groups"][number];

/** Reads the form that has its servers in maps: `servers`, `remote_servers`, and `groups` with the same two. */
export async function readClassic(value: Record<string, unknown>, { modified }: ReadOptions): Promise<ReadRegistry> {
  // Before anything else looks at each of them.
  checkCount([value, ...(Array.isArray(value["groups"]) ? value["groups"] : [])].flatMap(partsOf));
  const { servers, remote_servers, groups, last_updated = modified, ...head } = Head.parse(value);
  const { leftOut, ...top } = await readEntries(candidatesOf({ servers, remote_servers }));
  const read = await readGroups(groups);
  return {
    registry: { ...head, last_updated, ...top, groups: read.groups },
    leftOut: [...leftOut, ...read.leftOut],
  };
}

function partsOf(value: unknown): unknown[] {
  const { servers, remote_servers, groups } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [servers, remote_servers, groups];
}

async function readGroups(values: readonly unknown[]): Promise<{ groups: Group[]; leftOut: string[] }> {
  const breathe = createBreather();
  const groups = new Map<string, Group>();
  const leftOut: string[] = [];
  for (const [index, value] of values.entries()) {
    const parsed = Group.safeParse(value);
    if (!parsed.success) leftOut.push(`group ${index + 1}: it has no usable name`);
    else if (groups.has(parsed.data.name))
      leftOut.push(`group ${quote(parsed.data.name)}: an earlier one has its name`);
    else {
      const { servers, remote_servers, ...group } = parsed.data;
      const read = await readEntries(candidatesOf({ servers, remote_servers }));
      groups.set(group.name, { ...group, servers: read.servers, remote_servers: read.remote_servers });
      leftOut.push(...read.leftOut.map((line) => `group ${quote(group.name)}, ${line}`));
    }
    await breathe();
  }
  return { groups: [...groups.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)), leftOut };
}

type Maps = Readonly<Record<"servers" | "remote_servers", Readonly<Record<string, unknown>>>>;

function* candidatesOf({ servers, remote_servers }: Maps): Generator<Candidate> {
  for (const [name, entry] of Object.entries(servers)) yield { kind: "container", name, entry };
  for (const [name, entry] of Object.entries(remote_servers)) yield { kind: "remote", name, entry };
}
