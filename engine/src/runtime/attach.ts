import type { EngineClient, EngineRequest } from "./engine-client.ts";
import { refusal } from "./engine-errors.ts";
import type { EngineFacts } from "./engine-facts.ts";
import type { Attachment, CallOptions, ContainerId, ContainerState } from "./runtime.ts";
import { createStreams, type Streams } from "./streams.ts";

export interface Attacher extends Disposable {
  attach(id: ContainerId, options?: CallOptions): Promise<Attachment>;
  /** Before a process is asked to stop: servers on standard streams take the end of their input for goodbye. */
  endInput(id: ContainerId): void;
  /** The container is gone. */
  forget(id: ContainerId): void;
}

export interface AttacherDeps {
  readonly facts: () => EngineFacts;
  readonly stateOf: (id: ContainerId, options?: CallOptions) => Promise<ContainerState | undefined>;
}

/**
 * Where the engine keeps stdin open by itself, every attachment has a connection of its own. Where it closes stdin
 * with any connection, all attachments of a container share one, which lasts as long as the process or this driver.
 */
export function createAttacher(client: EngineClient, { facts, stateOf }: AttacherDeps): Attacher {
  const held = new Map<ContainerId, Promise<Streams>>();
  const open = new Set<Streams>();

  return {
    async attach(id, options) {
      if (facts().dialect.keepsStdinOpen) return (await connect(id, { ...options, isKept: false })).attach();
      // A process that ended while nobody read may have left its connection behind.
      if (held.has(id) && (await stateOf(id, options)) === "exited") held.delete(id);
      return (await hold(id, options)).attach();
    },

    endInput: (id) => void held.get(id)?.then((streams) => streams.endInput(), ignore),

    forget: (id) => void held.delete(id),

    [Symbol.dispose]() {
      for (const streams of open) streams.close();
    },
  };

  function hold(id: ContainerId, options: CallOptions = {}): Promise<Streams> {
    const existing = held.get(id);
    if (existing) return existing;
    const connecting = connect(id, {
      ...options,
      isKept: true,
      onEnd: () => {
        if (held.get(id) === connecting) held.delete(id);
      },
    });
    held.set(id, connecting);
    connecting.catch(() => held.delete(id));
    return connecting;
  }

  async function connect(
    id: ContainerId,
    { isKept, onEnd = ignore, ...options }: CallOptions & { isKept: boolean; onEnd?: () => void },
  ): Promise<Streams> {
    const request: EngineRequest = {
      method: "POST",
      path: `/containers/${encodeURIComponent(id)}/attach`,
      // Without keys to detach with, which Podman would otherwise look for in the input.
      query: { stream: "1", stdin: "1", stdout: "1", stderr: "1", detachKeys: "" },
    };
    const answer = await client.upgrade(request, options);
    if (!("socket" in answer)) throw refusal("attach to the container", answer);
    const streams = createStreams(answer, {
      isKept,
      onEnd: () => {
        open.delete(streams);
        onEnd();
      },
    });
    open.add(streams);
    return streams;
  }
}

const ignore = (): void => undefined;
