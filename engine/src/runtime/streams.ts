import type { RawConnection } from "./engine-client.ts";
import { createDemultiplexer } from "./frames.ts";
import type { Attachment, AttachmentListeners } from "./runtime.ts";

/** One connection to a container's standard streams, for any number of attachments. */
export interface Streams {
  attach(): Attachment;
  /** Closes the process's stdin, where the engine passes that on. */
  endInput(): void;
  close(): void;
}

export interface StreamsOptions {
  /** Whether the connection outlives its last attachment; output nobody is attached to is then dropped. */
  readonly isKept: boolean;
  readonly onEnd: () => void;
}

interface User {
  listeners: AttachmentListeners | undefined;
  isPaused: boolean;
}

/**
 * Until every attachment is open, the socket is not read beyond its own small buffer, so that the engine and in the
 * end the process wait; nothing is lost. The slowest attachment sets the pace.
 */
export function createStreams({ socket, head }: RawConnection, { isKept, onEnd }: StreamsOptions): Streams {
  const users = new Set<User>();
  let hasEnded = false;
  const push = createDemultiplexer({
    onStdout: (bytes) => forEachOpen((listeners) => listeners.onStdout(bytes)),
    onStderr: (bytes) => forEachOpen((listeners) => listeners.onStderr(bytes)),
  });

  if (head.length > 0) socket.unshift(head);
  socket.pause();
  socket.on("data", (chunk: Buffer) => {
    // After bytes that are no frames nothing can be told apart any more.
    if (!push(chunk)) end();
  });
  socket.on("drain", () => forEachOpen((listeners) => listeners.onDrain()));
  // What breaks the connection off closes it, too.
  socket.on("error", () => undefined);
  socket.on("end", end);
  socket.on("close", end);
  return { attach, endInput: () => void socket.end(), close: () => void socket.destroy() };

  function attach(): Attachment {
    const user: User = { listeners: undefined, isPaused: true };
    users.add(user);
    setFlow();
    return {
      write: (bytes) => users.has(user) && socket.writable && socket.write(bytes),
      open(listeners) {
        user.listeners = listeners;
        user.isPaused = false;
        if (hasEnded || !users.has(user)) leave(user);
        else setFlow();
      },
      pause: () => setPaused(user, true),
      resume: () => setPaused(user, false),
      [Symbol.dispose]: () => leave(user),
    };
  }

  function setPaused(user: User, isPaused: boolean): void {
    if (!user.listeners) return;
    user.isPaused = isPaused;
    setFlow();
  }

  function setFlow(): void {
    if ([...users].some(({ isPaused }) => isPaused)) socket.pause();
    else socket.resume();
  }

  /** The end of one attachment, told once; the container's stdin stays as it is. */
  function leave(user: User): void {
    users.delete(user);
    const { listeners } = user;
    user.listeners = undefined;
    if (users.size > 0 || isKept) setFlow();
    else socket.destroy();
    if (listeners) queueMicrotask(() => listeners.onEnd());
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    socket.destroy();
    onEnd();
    for (const user of users) if (user.listeners) leave(user);
  }

  function forEachOpen(act: (listeners: AttachmentListeners) => void): void {
    for (const { listeners } of users) if (listeners) act(listeners);
  }
}
