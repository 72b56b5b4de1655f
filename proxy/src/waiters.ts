import type { Message } from "./json-rpc.ts";
import { sameness } from "./json-rpc.ts";
import type { Refusal } from "./refusal.ts";
import type { Session } from "./sessions.ts";

/** Where the answer to a client's request goes, and what the server says on the way there. */
export interface Sink {
  /** Whether `message` reaches the client. */
  readonly canStream: boolean;
  /** A notification or request of the server that belongs to this request. */
  message(json: Buffer): void;
  /** The one answer. `status` is for HTTP, if none was sent yet. */
  answer(json: Buffer, status: number): void;
  /** From this time on the client shall be shown that the request is alive. */
  readonly slowAt: number;
  showLife(): void;
}

/** A request that the server has not answered. The wire id is also its progress token there. */
export type Waiter = ClientWaiter | OwnWaiter;

export interface ClientWaiter {
  readonly kind: "client";
  readonly wireId: number;
  readonly session: Session;
  /** What the client calls it. */
  readonly rawId: string;
  readonly rawToken: string | undefined;
  readonly sink: Sink;
  /** Whether the answer lists tools, of which clients may not see all. */
  readonly isToolList: boolean;
  deadline: number;
  /** Learns the answer before the client does; `undefined` when there will be none. */
  readonly onSettled: ((answer: Message | undefined, waiter: ClientWaiter) => void) | undefined;
}

/** A request of the proxy's own. */
export interface OwnWaiter {
  readonly kind: "own";
  readonly wireId: number;
  deadline: number;
  readonly onAnswer: (answer: Message | Refusal) => void;
}

export interface Waiters {
  add(waiter: Waiter): void;
  /** Removes it: from now on an answer to it is nobody's. */
  take(wireId: number): Waiter | undefined;
  get(wireId: number): Waiter | undefined;
  all(): Iterable<Waiter>;
  /** Requests of clients. */
  readonly inFlight: number;
  /** The client's request, if there is exactly one, in the session or in all. */
  only(session?: Session): ClientWaiter | undefined;
  /** The newest request that the session calls so. */
  named(session: Session, rawId: string): ClientWaiter | undefined;
}

export function createWaiters(): Waiters {
  const byWireId = new Map<number, Waiter>();
  let inFlight = 0;

  return {
    add(waiter) {
      byWireId.set(waiter.wireId, waiter);
      if (waiter.kind === "own") return;
      inFlight += 1;
      waiter.session.inFlight += 1;
    },

    take(wireId) {
      const waiter = byWireId.get(wireId);
      if (waiter === undefined) return undefined;
      byWireId.delete(wireId);
      if (waiter.kind === "client") {
        inFlight -= 1;
        waiter.session.inFlight -= 1;
      }
      return waiter;
    },

    get: (wireId) => byWireId.get(wireId),
    all: () => byWireId.values(),
    get inFlight() {
      return inFlight;
    },

    only(session) {
      if ((session?.inFlight ?? inFlight) !== 1) return undefined;
      for (const waiter of byWireId.values()) {
        if (waiter.kind === "client" && (session === undefined || waiter.session === session)) return waiter;
      }
      return undefined;
    },

    named(session, id) {
      const wanted = sameness(id);
      let newest: ClientWaiter | undefined;
      for (const waiter of byWireId.values()) {
        if (waiter.kind === "client" && waiter.session === session && sameness(waiter.rawId) === wanted)
          newest = waiter;
      }
      return newest;
    },
  };
}
