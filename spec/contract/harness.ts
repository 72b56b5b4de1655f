import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Scope } from "@toolhaven/contract/scope";
import { settingsFrom } from "@toolhaven/engine/config/settings";
import { openEngine } from "@toolhaven/engine/open-engine";
import { createMemoryEngine } from "@toolhaven/engine/runtime/memory";
import { memoryKeyring, noAccount } from "@toolhaven/engine/secrets/memory-keyring";
import { createApp } from "@toolhaven/server/app";
import { allHandlers } from "@toolhaven/server/handlers/all";
import fc from "fast-check";
import type { Pools, Sent } from "./generate.ts";
import type { Reply } from "./verify.ts";

/** The whole API over an engine in memory and a state folder of its own: a call costs less than a millisecond. */
export interface Harness extends AsyncDisposable {
  readonly folder: string;
  /** Good values for what a schema cannot know. */
  readonly pools: Pools;
  /** Failures of ours, with everything the caller was not told. */
  readonly unexpected: unknown[];
  send(sent: Sent): Promise<Reply>;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const hasty = { settleMs: 1, probeEveryMs: 1, firstRetryMs: 1, lastRetryMs: 2, resyncEveryMs: 50, healthEveryMs: 20 };

export async function openHarness(): Promise<Harness> {
  await using undo = new Scope();
  const folder = await mkdtemp(join(tmpdir(), "thv-contract-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const memory = createMemoryEngine({
    images: {
      "server:1": ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })),
      "broken:1": ({ exit }) => exit(7),
    },
    registry: { "far:1": () => undefined },
  });
  const runtime = undo.use(memory.runtime());
  const engine = undo.use(
    await openEngine({
      settings: settingsFrom({ XDG_STATE_HOME: join(folder, "state") }, folder),
      runtime,
      log: quiet,
      timings: hasty,
      keyring: memoryKeyring(),
      onePassword: noAccount,
    }),
  );
  const unexpected: unknown[] = [];
  const app = createApp({
    handlers: allHandlers({ ...engine, version: "v1.2.3" }),
    bindHost: "127.0.0.1",
    onUnexpected: (error) => unexpected.push(error),
  });
  const pools = await poolsIn(folder);
  const owned = undo.release();

  return {
    folder,
    pools,
    unexpected,
    async send({ method, target, body }) {
      // As on the wire: the target reaches the app as it was sent, not as a `Request` would tidy it.
      const request = new Request("http://127.0.0.1:8080/", {
        method,
        headers: { host: "127.0.0.1:8080" },
        ...(body !== undefined && method !== "GET" && method !== "HEAD" && { body }),
      });
      const response = await app.fetch(request, { incoming: { url: target } });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

async function poolsIn(folder: string): Promise<Pools> {
  const registry = join(folder, "registry.json");
  await writeFile(registry, JSON.stringify({ version: "1.0.0", last_updated: "2025-10-13T00:18:49Z", servers: {} }));
  const noRegistry = join(folder, "other.json");
  await writeFile(noRegistry, "[]");
  const address = fc.constantFrom("https://127.0.0.1:1/mcp", "http://127.0.0.1:1/mcp");
  const registryName = fc.constantFrom("default", "default", "other", "a/b", "..");
  return {
    WorkloadName: fc.constantFrom("a", "b", "c.d", "stop", "x".repeat(100)),
    GroupName: fc.constantFrom("default", "g1", "g two", "nowhere"),
    SecretKey: fc.constantFrom("token", "op://vault/item", "a b", "ä", "50%"),
    image: fc.constantFrom("server:1", "server:1", "broken:1", "far:1", "missing:1"),
    url: address,
    host: fc.constantFrom("127.0.0.1", "localhost"),
    proxy_port: fc.constantFrom(0, 0, 0, 1),
    volumes: fc.subarray([`${folder}:/data:ro`, "/no/such/folder:/x"]),
    read: fc.subarray([`${folder}:/data`]),
    write: fc.subarray([`${folder}:/more`]),
    authz_config: fc.constantFrom(join(folder, "nothing.json"), registry),
    local_path: fc.constantFrom(registry, noRegistry, join(folder, "missing.json")),
    provider_type: fc.constantFrom("encrypted", "1password", "none"),
    "getRegistry.name": registryName,
    "updateRegistry.name": registryName,
    "deleteRegistry.name": registryName,
    "listServers.name": registryName,
    "getServer.name": registryName,
    "getServer.serverName": fc.constantFrom("github", "fetch", "com.example/github", "nobody"),
  };
}
