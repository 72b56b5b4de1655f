import { ClientType } from "@toolhaven/contract/client-type";
import { AppError, notFound } from "@toolhaven/contract/errors";
import { type Group, GroupName } from "@toolhaven/contract/group";
import { PRODUCT } from "@toolhaven/contract/product";
import { z } from "zod";
import { openDocuments } from "../state/documents.ts";

const StoredGroup = z.object({ format: z.literal(1), name: GroupName, registered_clients: z.array(ClientType) });
type StoredGroup = z.infer<typeof StoredGroup>;

/** The groups as kept on disk, one document each. The default one is always there. */
export interface GroupStore {
  /** Sorted by name. */
  list(): readonly Group[];
  find(name: string): Group | undefined;
  /** @throws AppError `already_exists`, also while an equal request is being saved */
  create(name: string): Promise<void>;
  /** Changes who is registered; one change after the other. @throws AppError `not_found` */
  update(name: string, change: (clients: readonly ClientType[]) => readonly ClientType[]): Promise<void>;
  remove(name: string): Promise<void>;
}

export async function openGroupStore(folder: string): Promise<GroupStore> {
  const documents = await openDocuments(folder, StoredGroup);
  const groups = await documents.readAll();
  const reserved = new Set<string>();
  let writing: Promise<unknown> = Promise.resolve();
  if (!groups.has(PRODUCT.defaultGroup)) await save(emptyGroup(PRODUCT.defaultGroup));

  return {
    list: () => [...groups.values()].map(toGroup).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find(name) {
      const found = groups.get(name);
      return found && toGroup(found);
    },
    async create(name) {
      if (groups.has(name) || reserved.has(name)) {
        throw new AppError("already_exists", `group "${name}" already exists`);
      }
      reserved.add(name);
      await inTurn(() => save(emptyGroup(name))).finally(() => reserved.delete(name));
    },
    update: (name, change) =>
      inTurn(async () => {
        const group = groups.get(name);
        if (!group) throw notFound("group", name);
        await save({ ...group, registered_clients: [...change(group.registered_clients)].toSorted() });
      }),
    remove: (name) =>
      inTurn(async () => {
        await documents.remove(name);
        groups.delete(name);
      }),
  };

  async function save(group: StoredGroup): Promise<void> {
    await documents.write(group.name, group);
    groups.set(group.name, group);
  }

  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  }
}

const emptyGroup = (name: string): StoredGroup => ({ format: 1, name, registered_clients: [] });

const toGroup = ({ name, registered_clients }: StoredGroup): Group => ({ name, registered_clients });
