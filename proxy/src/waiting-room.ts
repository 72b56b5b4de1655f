import type { IncomingMessage, ServerResponse } from "node:http";

/** Holds calls while a server is on its way, so that a client that is quicker than a container need not try again. */
export interface WaitingRoom {
  /** False: there is nothing to wait for, or no room left; the call is the caller's again. */
  admit(req: IncomingMessage, res: ServerResponse): boolean;
  open(): void;
  /** Sends everybody on, in the order they came. */
  close(): void;
}

export interface WaitingRoomOptions {
  readonly maxCalls: number;
  readonly maxWaitMs: number;
  /** Where calls go when the wait is over, however it ended. */
  readonly onLeave: (req: IncomingMessage, res: ServerResponse) => void;
}

export function createWaitingRoom({ maxCalls, maxWaitMs, onLeave }: WaitingRoomOptions): WaitingRoom {
  const waiting = new Map<ServerResponse, { req: IncomingMessage; timer: NodeJS.Timeout }>();
  let isOpen = true;

  return {
    admit(req, res) {
      if (!isOpen || waiting.size >= maxCalls) return false;
      const timer = setTimeout(() => leave(res), maxWaitMs);
      waiting.set(res, { req, timer });
      res.once("close", () => forget(res));
      return true;
    },
    open() {
      isOpen = true;
    },
    close() {
      isOpen = false;
      for (const res of [...waiting.keys()]) leave(res);
    },
  };

  function leave(res: ServerResponse): void {
    const call = forget(res);
    if (call) onLeave(call.req, res);
  }

  function forget(res: ServerResponse): { req: IncomingMessage } | undefined {
    const call = waiting.get(res);
    waiting.delete(res);
    clearTimeout(call?.timer);
    return call;
  }
}
