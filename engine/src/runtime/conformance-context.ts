import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import type {
  Attachment,
  ContainerDetails,
  ContainerId,
  ContainerRuntime,
  ContainerSpec,
  ContainerState,
  Labels,
} from "./runtime.ts";

/** What a driver can show. Everything else holds for all of them. */
export interface RuntimeTraits {
  /** Containers are real: what a process may do can be read from inside. */
  readonly isolates: boolean;
  /** The engine tells a process that ran out of memory from one that was killed. */
  readonly reportsOutOfMemory: boolean;
  /** A process goes on reading its stdin when the program that attached to it is gone. */
  readonly keepsStdinOpen: boolean;
}

/** What the rules share: a driver that is opened for each and leaves nothing behind. */
export interface Bench {
  readonly image: string;
  readonly labels: Labels;
  readonly traits: RuntimeTraits;
  readonly runtime: ContainerRuntime;
  /** Another driver of the same engine; disposed after the test. */
  open(): Promise<ContainerRuntime>;
  spec(command: readonly string[], overrides?: Partial<ContainerSpec>): ContainerSpec;
  create(command: readonly string[], overrides?: Partial<ContainerSpec>): Promise<ContainerId>;
  /** Attached before the start, so that nothing is missed. */
  run(command: readonly string[], overrides?: Partial<ContainerSpec>): Promise<{ id: ContainerId; tap: Tap }>;
  /** Everything a command that ends by itself says. */
  outputOf(command: readonly string[], overrides?: Partial<ContainerSpec>): Promise<string>;
  /** What the container looks like once its process is over. */
  ended(id: ContainerId): Promise<ContainerDetails>;
}

export interface BenchOptions {
  readonly open: () => Promise<ContainerRuntime>;
  readonly image: string;
  readonly traits: RuntimeTraits;
}

export function createBench({ open, image, traits }: BenchOptions): Bench {
  const labels = { "toolhaven.test": randomUUID() };
  const opened: ContainerRuntime[] = [];

  beforeEach(async () => {
    opened.push(await open());
  });

  afterEach(async () => {
    const [runtime] = opened;
    if (!runtime) return;
    for (const { id } of await runtime.list(labels)) await runtime.remove(id);
    for (const { name } of await runtime.listNetworks(labels)) await runtime.removeNetwork(name);
    for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  });

  const bench: Bench = {
    image,
    labels,
    traits,
    get runtime() {
      return opened[0]!;
    },

    async open() {
      const another = await open();
      opened.push(another);
      return another;
    },

    spec: (command, overrides) => ({ name: uniqueName(), image, command, env: {}, labels, ...overrides }),

    create: (command, overrides) => bench.runtime.create(bench.spec(command, overrides)),

    async run(command, overrides) {
      const id = await bench.create(command, overrides);
      const tap = tapInto(await bench.runtime.attach(id));
      await bench.runtime.start(id);
      return { id, tap };
    },

    async outputOf(command, overrides) {
      const { tap } = await bench.run(command, overrides);
      await tap.until(({ ends }) => ends > 0);
      return tap.stdout + tap.stderr;
    },

    async ended(id) {
      const look = async (): Promise<ContainerState | undefined> => (await bench.runtime.inspect(id))?.state;
      await expect.poll(look, { timeout: 30_000, interval: 20 }).toBe("exited");
      return (await bench.runtime.inspect(id))!;
    },
  };
  return bench;
}

export const uniqueName = (): string => `thv-test-${randomUUID().slice(0, 8)}`;

/** What an attachment said so far. */
export interface Tap {
  readonly attachment: Attachment;
  stdout: string;
  stderr: string;
  drains: number;
  ends: number;
  /** Resolves as soon as it is so; the test's own time limit is the deadline. */
  until(isSo: (tap: Tap) => boolean): Promise<void>;
  say(text: string): boolean;
}

/** Opens an attachment and keeps what it says. */
export function tapInto(attachment: Attachment): Tap {
  const waiting = new Set<() => void>();
  const note = (change: () => void): void => {
    change();
    for (const look of waiting) look();
  };
  const tap: Tap = {
    attachment,
    stdout: "",
    stderr: "",
    drains: 0,
    ends: 0,
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo(tap)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    say: (text) => attachment.write(Buffer.from(text)),
  };
  attachment.open({
    onStdout: (bytes) => note(() => (tap.stdout += bytes.toString("latin1"))),
    onStderr: (bytes) => note(() => (tap.stderr += bytes.toString("latin1"))),
    onDrain: () => note(() => tap.drains++),
    onEnd: () => note(() => tap.ends++),
  });
  return tap;
}
