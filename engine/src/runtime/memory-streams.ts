import type { Attachment, AttachmentListeners } from "./runtime.ts";

/** The standard streams of one run of a container in memory: a pipe in, two pipes out, any number of attachments. */
export interface MemoryStreams {
  attach(): Attachment;
  /** What is written to stdin, to be read once. */
  readonly stdin: AsyncIterable<Buffer>;
  /** Resolves when there is room for more: a process that waits for it feels back-pressure as a real one does. */
  write(stream: Stream, bytes: Buffer): Promise<void>;
  /** No more output: attachments end once they have read what is there. */
  end(): void;
  /** The engine went away: attachments end where they are. */
  cut(): void;
}

type Stream = "stdout" | "stderr";

interface Reader {
  listeners: AttachmentListeners | undefined;
  isPaused: boolean;
  readonly pending: Array<readonly [stream: Stream, bytes: Buffer]>;
}

/** What an operating system's pipe holds. */
const PIPE_BYTES = 64 * 1024;

export function createMemoryStreams(): MemoryStreams {
  const readers = new Set<Reader>();
  const input: Buffer[] = [];
  let hasEnded = false;
  let wakeInput: () => void = () => undefined;
  const waitingWriters: Array<() => void> = [];

  return { attach, stdin: readInput(), write, end, cut };

  function attach(): Attachment {
    const reader: Reader = { listeners: undefined, isPaused: true, pending: [] };
    readers.add(reader);
    return {
      write(bytes) {
        if (hasEnded || !readers.has(reader)) return false;
        input.push(Buffer.from(bytes));
        wakeInput();
        return sizeOf(input) < PIPE_BYTES;
      },
      open(listeners) {
        reader.listeners = listeners;
        setPaused(reader, false);
        if (!readers.has(reader)) leave(reader);
      },
      pause: () => setPaused(reader, true),
      resume: () => setPaused(reader, false),
      [Symbol.dispose]: () => leave(reader),
    };
  }

  function setPaused(reader: Reader, isPaused: boolean): void {
    if (!reader.listeners) return;
    reader.isPaused = isPaused;
    queueMicrotask(() => flush(reader));
  }

  function flush(reader: Reader): void {
    const { pending } = reader;
    while (reader.listeners && !reader.isPaused && pending.length > 0) {
      const [stream, bytes] = pending.shift()!;
      if (stream === "stdout") reader.listeners.onStdout(bytes);
      else reader.listeners.onStderr(bytes);
    }
    wakeWriters();
    if (hasEnded && pending.length === 0) leave(reader);
  }

  function leave(reader: Reader): void {
    readers.delete(reader);
    const { listeners } = reader;
    reader.listeners = undefined;
    wakeWriters();
    if (listeners) queueMicrotask(() => listeners.onEnd());
  }

  async function write(stream: Stream, bytes: Buffer): Promise<void> {
    for (const reader of readers) {
      reader.pending.push([stream, bytes]);
      queueMicrotask(() => flush(reader));
    }
    while (!hasEnded && [...readers].some(({ pending }) => sizeOf(pending.map(([, one]) => one)) > PIPE_BYTES)) {
      await new Promise<void>((resolve) => {
        waitingWriters.push(resolve);
      });
    }
  }

  function wakeWriters(): void {
    for (const wake of waitingWriters.splice(0)) wake();
  }

  async function* readInput(): AsyncGenerator<Buffer> {
    while (!hasEnded) {
      const bytes = input.shift();
      if (bytes) {
        if (sizeOf(input) < PIPE_BYTES) tellDrained();
        yield bytes;
      } else {
        await new Promise<void>((resolve) => {
          wakeInput = resolve;
        });
      }
    }
  }

  function tellDrained(): void {
    for (const { listeners } of readers) if (listeners) queueMicrotask(() => listeners.onDrain());
  }

  function end(): void {
    hasEnded = true;
    wakeInput();
    wakeWriters();
    for (const reader of readers) queueMicrotask(() => flush(reader));
  }

  function cut(): void {
    for (const reader of readers) {
      reader.pending.length = 0;
      leave(reader);
    }
  }
}

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
