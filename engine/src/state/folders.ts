import { join } from "node:path";

/** Where everything lies below the state folder; nothing else builds such a path. */
export interface Folders {
  readonly root: string;
  readonly workloads: string;
  readonly groups: string;
  readonly clients: string;
  readonly sessions: string;
  readonly secrets: string;
  readonly instanceFile: string;
  readonly engineFile: string;
}

export function foldersIn(root: string): Folders {
  return {
    root,
    workloads: join(root, "workloads"),
    groups: join(root, "groups"),
    clients: join(root, "clients"),
    sessions: join(root, "sessions"),
    secrets: join(root, "secrets"),
    instanceFile: join(root, "instance.json"),
    engineFile: join(root, "engine.json"),
  };
}
