import { createAttacher } from "./attach.ts";
import { createImageBuilder } from "./build-image.ts";
import { createContainers } from "./containers.ts";
import { createEngineClient } from "./engine-client.ts";
import { type EngineFacts, readFacts } from "./engine-facts.ts";
import { followEvents } from "./events.ts";
import { createEngineImages } from "./images.ts";
import { createNetworks } from "./networks.ts";
import type { CallOptions, ContainerRuntime } from "./runtime.ts";
import { stopBySignals } from "./stop-by-signals.ts";

export interface ContainerEngineOptions extends CallOptions {
  /** Where the networks of workloads are taken from, in CIDR notation. */
  readonly networkBlock?: string;
}

/**
 * Docker or Podman behind a Unix socket; which one it is, it says itself.
 * @throws AppError `runtime_unavailable` when nothing answers there
 */
export async function openContainerEngine(
  socketPath: string,
  { signal, networkBlock }: ContainerEngineOptions = {},
): Promise<ContainerRuntime> {
  const client = createEngineClient(socketPath);
  let facts: EngineFacts;
  try {
    facts = await readFacts(client, signal ? { signal } : {});
  } catch (error) {
    client[Symbol.dispose]();
    throw error;
  }
  const containers = createContainers(client, { facts: () => facts });
  const images = createEngineImages(client, { localPrefix: () => facts.dialect.localPrefix });
  const builder = createImageBuilder(client, { find: images.find });
  const networks = createNetworks(client);
  const attacher = createAttacher(client, {
    facts: () => facts,
    stateOf: async (id, options) => (await containers.inspect(id, options))?.state,
  });
  // Ends streams that outlive their caller, so that nothing keeps the process alive.
  const closing = new AbortController();

  return {
    ...containers,

    async probe(options) {
      // Read afresh: the engine may have been replaced behind its socket.
      facts = await readFacts(client, { ...options, known: facts });
      const { dialect, version, reachesContainers } = facts;
      return { kind: dialect.kind, version, reachesContainers };
    },

    async stop(id, options) {
      if (facts.dialect.stopsCleanly) return containers.stop(id, options);
      const { inspect } = containers;
      await stopBySignals(client, id, { ...options, inspect, beforeTerm: () => attacher.endInput(id) });
    },

    async remove(id, options) {
      await containers.remove(id, options);
      attacher.forget(id);
    },

    attach: (id, options) => attacher.attach(id, options),
    events: (labels, options) =>
      followEvents(client, labels, { signal: AbortSignal.any([options.signal, closing.signal]) }),

    findImage: (reference, options) => images.find(reference, options),
    pullImage: (reference, options) => images.pull(reference, options),

    buildImage: (spec, options) => builder.build(spec, options),
    tagImage: (id, reference, options) => images.tag(id, reference, options),
    listImages: (labels, options) => images.list(labels, options),
    removeImage: (reference, options) => images.remove(reference, options),

    createNetwork: (spec, options) =>
      networks.create(spec, { ...options, block: networkBlock ?? facts.dialect.networkBlock }),
    listNetworks: (labels, options) => networks.list(labels, options),
    removeNetwork: (name, options) => networks.remove(name, options),

    async [Symbol.asyncDispose]() {
      closing.abort(new Error("closing"));
      attacher[Symbol.dispose]();
      client[Symbol.dispose]();
    },
  };
}
