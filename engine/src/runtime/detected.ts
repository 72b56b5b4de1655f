import type { ContainerRuntime } from "./runtime.ts";

/**
 * A runtime that is looked for when it is first needed, and again until it is found: the server starts without an
 * engine. Once found it is kept through its restarts: moving to another engine would make everything twice.
 */
export function detectedRuntime(detect: () => Promise<ContainerRuntime>): ContainerRuntime {
  let found: Promise<ContainerRuntime> | undefined;

  return {
    probe: async (options) => (await current()).probe(options),
    list: async (labels, options) => (await current()).list(labels, options),
    inspect: async (id, options) => (await current()).inspect(id, options),
    create: async (spec, options) => (await current()).create(spec, options),
    start: async (id, options) => (await current()).start(id, options),
    stop: async (id, options) => (await current()).stop(id, options),
    remove: async (id, options) => (await current()).remove(id, options),
    attach: async (id, options) => (await current()).attach(id, options),
    logs: async (id, options) => (await current()).logs(id, options),
    findImage: async (reference, options) => (await current()).findImage(reference, options),
    pullImage: async (reference, options) => (await current()).pullImage(reference, options),
    buildImage: async (spec, options) => (await current()).buildImage(spec, options),
    tagImage: async (id, reference, options) => (await current()).tagImage(id, reference, options),
    listImages: async (labels, options) => (await current()).listImages(labels, options),
    removeImage: async (reference, options) => (await current()).removeImage(reference, options),
    createNetwork: async (spec, options) => (await current()).createNetwork(spec, options),
    listNetworks: async (labels, options) => (await current()).listNetworks(labels, options),
    removeNetwork: async (name, options) => (await current()).removeNetwork(name, options),
    async *events(labels, options) {
      yield* (await current()).events(labels, options);
    },
    async [Symbol.asyncDispose]() {
      const runtime = await found?.catch(() => undefined);
      await runtime?.[Symbol.asyncDispose]();
    },
  };

  function current(): Promise<ContainerRuntime> {
    if (found) return found;
    const attempt = detect();
    found = attempt;
    attempt.catch(() => {
      found = undefined;
    });
    return attempt;
  }
}
