import type { Registry, ServerAnswer, ServerList } from "@toolhaven/contract/registry";

/** A registry ready to be asked: everything sorted by name once. */
export interface Catalogue {
  readonly registry: Registry;
  readonly list: ServerList;
  /** Containers come before remote servers, and both before what is only in a group. */
  find(name: string): ServerAnswer | undefined;
}

export function createCatalogue(unsorted: Registry): Catalogue {
  const registry: Registry = {
    ...unsorted,
    servers: sorted(unsorted.servers),
    remote_servers: sorted(unsorted.remote_servers),
  };
  const byName = new Map<string, ServerAnswer>();
  for (const { servers = {}, remote_servers = {} } of [registry, ...registry.groups]) {
    for (const server of Object.values(servers)) add({ is_remote: false, server }, server.name);
    for (const server of Object.values(remote_servers)) add({ is_remote: true, remote_server: server }, server.name);
  }
  const list = { servers: byKey(registry.servers), remote_servers: byKey(registry.remote_servers) };
  return { registry, list, find: (name) => byName.get(name) };

  function add(answer: ServerAnswer, name: string): void {
    if (!byName.has(name)) byName.set(name, answer);
  }
}

function sorted<T extends { name: string }>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(byKey(entries).map((entry) => [entry.name, entry]));
}

/** Objects move keys that are numbers to the front, so what becomes a list is sorted once more. */
function byKey<T extends { name: string }>(entries: Readonly<Record<string, T>>): T[] {
  return Object.values(entries).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
