import type { ProxyLimits } from "./limits.ts";
import type { Session, Sessions, Waiting } from "./sessions.ts";
import type { Waiters } from "./waiters.ts";

/** A client opens its stream only after the handshake, while servers already speak. */
const WAIT_MS = 30_000;

/** Brings the server's messages to the stream of a session that suits, or keeps them until there is one. */
export interface Delivery {
  /** Beside the session's only running request, which it may belong to, or on the session's own stream. */
  deliver(session: Session, json: Buffer, options?: Partial<Pick<Waiting, "onExpired">>): void;
  /** On the session's own stream. Of several messages with one topic that must wait, the last is kept. */
  deliverApart(session: Session, json: Buffer, options: { topic: string }): void;
  /** The session has its own stream now. */
  flush(session: Session): void;
  sweep(now: number): void;
}

export interface DeliveryDeps {
  readonly waiters: Waiters;
  readonly sessions: Sessions;
  readonly limits: Pick<ProxyLimits, "queuedMessages" | "queuedBytes">;
}

export function createDelivery({ waiters, sessions, limits }: DeliveryDeps): Delivery {
  return {
    deliver(session, json, { onExpired } = {}) {
      const running = waiters.only(session);
      if (running?.sink.canStream === true) running.sink.message(json);
      else if (session.stream?.isOpen === true) session.stream.send(json);
      else keep(session, { json, topic: undefined, until: Date.now() + WAIT_MS, ...(onExpired && { onExpired }) });
    },

    deliverApart(session, json, { topic }) {
      if (session.stream?.isOpen === true) return session.stream.send(json);
      session.backlog = session.backlog.filter((waiting) => waiting.topic !== topic);
      keep(session, { json, topic, until: Infinity });
    },

    flush(session) {
      const { backlog } = session;
      session.backlog = [];
      for (const { json } of backlog) session.stream?.send(json);
    },

    sweep(now) {
      for (const session of sessions.all()) {
        if (session.backlog.every(({ until }) => until > now)) continue;
        const expired = session.backlog.filter(({ until }) => until <= now);
        session.backlog = session.backlog.filter(({ until }) => until > now);
        for (const { onExpired } of expired) onExpired?.();
      }
    },
  };

  function keep(session: Session, waiting: Waiting): void {
    const { backlog } = session;
    const bytes = backlog.reduce((sum, { json }) => sum + json.length, 0);
    const isFull = backlog.length >= limits.queuedMessages || bytes >= limits.queuedBytes;
    if (session.kind === "once" || session.hasEnded || isFull) waiting.onExpired?.();
    // A copy: what came from the server shares memory with all that came along with it.
    else backlog.push({ ...waiting, json: Buffer.from(waiting.json) });
  }
}
