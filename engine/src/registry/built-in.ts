import { type Registry, registryFrom } from "@toolhaven/contract/registry";
import { CODE_SERVERS } from "./built-in/code.ts";
import { REMOTE_SERVERS } from "./built-in/remote.ts";
import { WEB_SERVERS } from "./built-in/web.ts";

/**
 * The product's own registry. Part of the program: it needs no disk and no network, and neither does reading it from
 * elsewhere, such as a page that lists the servers. Both constants change with the data.
 */
export const BUILT_IN: Registry = registryFrom({
  version: "1.0.0",
  last_updated: "2025-10-13T00:18:49Z",
  servers: { ...CODE_SERVERS, ...WEB_SERVERS },
  remote_servers: REMOTE_SERVERS,
});
