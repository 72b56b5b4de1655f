import { createHash, randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { AppError, notFound } from "@toolhaven/contract/errors";
import { buildInMemory, type MemoryStep } from "./memory-build.ts";
import { createMemoryContainer, type MemoryContainer, type MemoryProgram } from "./memory-container.ts";
import { carries, createMemoryEvents } from "./memory-events.ts";
import { checkReference } from "./reference.ts";
import type {
  CallOptions,
  ContainerId,
  ContainerRuntime,
  ContainerSpec,
  Image,
  Labels,
  NetworkSpec,
} from "./runtime.ts";

export interface MemoryEngineOptions {
  /** What runs in the images that are here, by reference. */
  readonly images: Readonly<Record<string, MemoryProgram>>;
  /** Images that a pull finds. */
  readonly registry?: Readonly<Record<string, MemoryProgram>>;
  /** Takes the `RUN` steps of builds; otherwise every one succeeds. */
  readonly step?: MemoryStep;
}

/** An engine for tests: containers are functions, and it fails when it is told to. */
export interface MemoryEngine {
  /** A driver of it; any number may be open, as when a daemon follows another. */
  runtime(): ContainerRuntime;
  /** Ends the container's process from outside, as a crash would. */
  crash(id: ContainerId, exitCode: number, options?: { outOfMemory?: boolean }): void;
  /** The next call of that name fails with this. */
  fail(call: Exclude<keyof ContainerRuntime, symbol>, error: Error): void;
  /** Every call fails and every stream ends until it is back; containers go on. */
  goAway(): void;
  comeBack(): void;
}

interface MemoryImage extends Image {
  readonly program: MemoryProgram;
  readonly labels: Labels;
}

export function createMemoryEngine({
  images: present,
  registry = {},
  step = () => undefined,
}: MemoryEngineOptions): MemoryEngine {
  const images = new Map(Object.entries(present).map(([name, program]) => [name, imageOf(name, program)]));
  const containers = new Map<ContainerId, MemoryContainer>();
  const networks = new Map<string, NetworkSpec>();
  const events = createMemoryEvents();
  const failures = new Map<string, Error[]>();
  let isAway = false;

  return {
    runtime,
    crash: (id, exitCode, options) => containers.get(id)?.end(exitCode, options),
    fail: (call, error) => void failures.set(call, [...(failures.get(call) ?? []), error]),
    goAway() {
      isAway = true;
      events.break(away());
      for (const { streams } of containers.values()) streams.cut();
    },
    comeBack() {
      isAway = false;
    },
  };

  function runtime(): ContainerRuntime {
    const closing = new AbortController();
    const attachments = new Set<Disposable>();

    return {
      async probe(options) {
        await enter("probe", options);
        return { kind: "memory", version: "1", reachesContainers: true };
      },

      async list(labels, options) {
        await enter("list", options);
        return [...containers.values()]
          .map((container) => container.details())
          .filter((container) => carries(container.labels, labels))
          .map(({ id, name, labels: own, state }) => ({ id, name, labels: own, state }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      },

      async inspect(id, options) {
        await enter("inspect", options);
        return containers.get(id)?.details();
      },

      async create(spec, options) {
        await enter("create", options);
        return create(spec);
      },

      async start(id, options) {
        await enter("start", options);
        const container = known(id);
        const { network = "none" } = container.spec;
        if (network !== "none" && !networks.has(network)) throw notFound("network", network);
        container.start();
      },

      async stop(id, { graceSeconds = 10, ...options } = {}) {
        await enter("stop", options);
        await containers.get(id)?.stop(graceSeconds);
      },

      async remove(id, options) {
        await enter("remove", options);
        const container = containers.get(id);
        if (!container) return;
        container.end(137);
        container.streams.end();
        containers.delete(id);
        tell(container);
      },

      async attach(id, options) {
        await enter("attach", options);
        const attachment = known(id).streams.attach();
        attachments.add(attachment);
        return attachment;
      },

      async logs(id, { tail, ...options }) {
        await enter("logs", options);
        return known(id).log(tail);
      },

      events(labels, { signal }) {
        const error = isAway ? away() : failures.get("events")?.shift();
        return events.follow(labels, { signal: AbortSignal.any([signal, closing.signal]), error });
      },

      async findImage(reference, options) {
        await enter("findImage", options);
        checkReference(reference);
        return publicPart(find(reference));
      },

      async pullImage(reference, { onProgress, ...options } = {}) {
        await enter("pullImage", options);
        checkReference(reference);
        const program = registry[reference];
        if (!program) {
          throw new AppError("not_found", `cannot pull image "${reference}": the registry does not know it`);
        }
        onProgress?.("layer 1 of 1");
        const image = { ...imageOf(reference, program), digest: `${reference}@${imageId(reference)}` };
        images.set(reference, image);
        return { id: image.id, digest: image.digest };
      },

      async buildImage(spec, { onProgress, ...options } = {}) {
        await enter("buildImage", options);
        checkReference(spec.tag);
        const base = await buildInMemory(spec, { ...options, onProgress, step, base: find });
        const image = { ...imageOf(spec.tag, base.program), labels: spec.labels };
        images.set(spec.tag, image);
        return publicPart(image)!;
      },

      async tagImage(id, reference, options) {
        await enter("tagImage", options);
        const image = find(id);
        if (!image) throw notFound("image", id);
        images.set(reference, image);
      },

      async listImages(labels, options) {
        await enter("listImages", options);
        return [...new Set(images.values())]
          .filter((image) => carries(image.labels, labels))
          .map((image) => ({ id: image.id, references: namesOf(image), labels: image.labels }));
      },

      async removeImage(reference, options) {
        await enter("removeImage", options);
        const image = find(reference);
        if (
          image &&
          namesOf(image).length === 1 &&
          [...containers.values()].some((container) => container.details().image === image.id)
        ) {
          throw new AppError("invalid_input", `cannot remove the image: "${reference}" is in use`);
        }
        for (const name of image ? namesOf(image) : []) {
          if (name === reference || image?.id === reference) images.delete(name);
        }
      },

      async createNetwork(spec, options) {
        await enter("createNetwork", options);
        if (networks.has(spec.name)) throw new AppError("already_exists", `network "${spec.name}" already exists`);
        networks.set(spec.name, spec);
      },

      async listNetworks(labels, options) {
        await enter("listNetworks", options);
        return [...networks.values()]
          .filter((network) => carries(network.labels, labels))
          .map(({ name, labels: own }) => ({ name, labels: own }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      },

      async removeNetwork(name, options) {
        await enter("removeNetwork", options);
        const isUsed = [...containers.values()].some(
          (container) => container.spec.network === name && container.details().state === "running",
        );
        if (isUsed) throw new AppError("invalid_input", `cannot remove the network: "${name}" is in use`);
        networks.delete(name);
      },

      async [Symbol.asyncDispose]() {
        closing.abort(new Error("closing"));
        for (const attachment of attachments) attachment[Symbol.dispose]();
      },
    };
  }

  async function enter(call: string, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    if (isAway) throw away();
    const failure = failures.get(call)?.shift();
    if (failure) throw failure;
  }

  async function create(spec: ContainerSpec): Promise<ContainerId> {
    const { name, image: reference } = spec;
    if (!/^[a-zA-Z0-9][\w.-]+$/.test(name)) throw new AppError("invalid_input", `invalid container name "${name}"`);
    for (const { source } of spec.mounts ?? []) {
      await stat(source).catch((cause: unknown) => {
        throw new AppError("invalid_input", `cannot mount "${source}": it does not exist on this machine`, { cause });
      });
    }
    const image = find(reference);
    if (!image) throw notFound("image", reference);
    if ([...containers.values()].some((other) => other.spec.name === name)) {
      throw new AppError("already_exists", `container "${name}" already exists`);
    }
    const id = randomBytes(32).toString("hex") as ContainerId;
    const container = createMemoryContainer({
      id,
      spec,
      imageId: image.id,
      program: image.program,
      onChange: () => tell(container),
    });
    containers.set(id, container);
    tell(container);
    return id;
  }

  function known(id: ContainerId): MemoryContainer {
    const container = containers.get(id);
    if (!container) throw notFound("container", id);
    return container;
  }

  function find(reference: string): MemoryImage | undefined {
    return images.get(reference) ?? [...images.values()].find(({ id }) => id === reference);
  }

  function namesOf(image: MemoryImage): string[] {
    return [...images].filter(([, one]) => one === image).map(([name]) => name);
  }

  function tell({ id, spec: { name, labels } }: MemoryContainer): void {
    events.tell({ id, name }, labels);
  }
}

const away = (): AppError =>
  new AppError("runtime_unavailable", "cannot reach the container engine in memory: it is away");

const imageId = (reference: string): string => `sha256:${createHash("sha256").update(reference).digest("hex")}`;

const imageOf = (reference: string, program: MemoryProgram): MemoryImage => ({
  id: imageId(reference),
  digest: undefined,
  program,
  labels: {},
});

const publicPart = (image: MemoryImage | undefined): Image | undefined =>
  image && { id: image.id, digest: image.digest };
