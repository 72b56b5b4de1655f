import type { GroupList } from "@toolhaven/contract/group";
import type { ServerList } from "@toolhaven/contract/registry";
import type { SecretKeyList } from "@toolhaven/contract/secret";
import type { WorkloadList } from "@toolhaven/contract/workload";
import type { Places } from "@toolhaven/engine/config/places";
import { createApi } from "../api/api.ts";
import { socketPath } from "../api/socket-path.ts";
import type { LiveNames } from "./complete.ts";

/** Who presses Tab does not wait longer. */
const LIMIT_MS = 180;

/** Asks the server that runs, if one does. Whatever goes wrong means no names, and no word about it. */
export function liveNames(places: Places): LiveNames {
  return async (kind) => {
    try {
      const api = createApi({ socketPath: socketPath(places) }, { signal: AbortSignal.timeout(LIMIT_MS) });
      switch (kind) {
        case "workloads":
          return (await api.get<WorkloadList>("/workloads", { all: true })).workloads.map(({ name }) => name);
        case "groups":
          return (await api.get<GroupList>("/groups")).groups.map(({ name }) => name);
        case "clients":
          return (await import("@toolhaven/contract/client-type")).ClientType.options.map(asTyped);
        case "secrets":
          return (await api.get<SecretKeyList>("/secrets/default/keys")).keys.map(({ key }) => key);
        case "servers": {
          const { servers, remote_servers } = await api.get<ServerList>("/registry/default/servers");
          return [...servers, ...remote_servers].map(({ name }) => name).toSorted();
        }
        default:
          return kind satisfies never;
      }
    } catch {
      return [];
    }
  };
}

/** As examples and pages spell them: `claude-code`. */
const asTyped = (type: string): string => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
