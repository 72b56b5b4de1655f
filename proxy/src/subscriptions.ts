import type { ServerLink } from "./server-link.ts";
import type { Session } from "./sessions.ts";

/**
 * Who wants to hear of changes of which resource. The server is subscribed to once for all of them: the first session
 * that wants a resource and the last one that no longer does reach it, all in between are answered here.
 */
export interface Subscriptions {
  /** Whether the server must be asked; if so, `started` before and `settled` after. Otherwise the session has it now. */
  mustAsk(uri: string): boolean;
  started(uri: string): void;
  settled(session: Session, uri: string, isAccepted: boolean): void;
  add(session: Session, uri: string): void;
  /** Whether it was the last one, so that the server must be told. */
  remove(session: Session, uri: string): boolean;
  /** The session is gone. */
  drop(session: Session): void;
  /** Those who are told of a change of `uri`: a server may name a part of what was subscribed to. */
  heldBy(uri: string): ReadonlySet<Session>;
  /** Tells a fresh server of all of them. */
  replay(): void;
}

interface Subscribed {
  readonly sessions: Set<Session>;
  /** Requests to the server that it has not answered. */
  pending: number;
}

export function createSubscriptions(link: ServerLink): Subscriptions {
  const byUri = new Map<string, Subscribed>();

  return {
    mustAsk: (uri) => (byUri.get(uri)?.sessions.size ?? 0) === 0,

    started(uri) {
      entry(uri).pending += 1;
    },

    settled(session, uri, isAccepted) {
      const subscribed = entry(uri);
      subscribed.pending -= 1;
      if (isAccepted && !session.hasEnded && session.kind !== "once") {
        subscribed.sessions.add(session);
        session.subscriptions.add(uri);
      }
      if (!forgetUnused(uri)) return;
      if (isAccepted) unsubscribe(uri);
    },

    add(session, uri) {
      if (session.kind === "once") return;
      entry(uri).sessions.add(session);
      session.subscriptions.add(uri);
    },

    remove(session, uri) {
      session.subscriptions.delete(uri);
      byUri.get(uri)?.sessions.delete(session);
      return forgetUnused(uri);
    },

    drop(session) {
      for (const uri of session.subscriptions) {
        byUri.get(uri)?.sessions.delete(session);
        if (forgetUnused(uri)) unsubscribe(uri);
      }
      session.subscriptions.clear();
    },

    heldBy(uri) {
      const exact = byUri.get(uri);
      if (exact !== undefined) return exact.sessions;
      const holders = new Set<Session>();
      for (const [whole, { sessions }] of byUri) {
        if (isPartOf(uri, whole)) for (const session of sessions) holders.add(session);
      }
      return holders;
    },

    replay() {
      for (const [uri, { sessions }] of byUri) if (sessions.size > 0) subscribe(uri);
    },
  };

  function entry(uri: string): Subscribed {
    const known = byUri.get(uri);
    if (known !== undefined) return known;
    const fresh = { sessions: new Set<Session>(), pending: 0 };
    byUri.set(uri, fresh);
    return fresh;
  }

  /** Whether nobody wants it any more. */
  function forgetUnused(uri: string): boolean {
    const { sessions, pending } = byUri.get(uri) ?? { sessions: new Set(), pending: 0 };
    if (sessions.size > 0 || pending > 0) return false;
    byUri.delete(uri);
    return true;
  }

  function subscribe(uri: string): void {
    link.ask("resources/subscribe", JSON.stringify({ uri }), { onAnswer: () => undefined, isFirst: true });
  }

  function unsubscribe(uri: string): void {
    link.ask("resources/unsubscribe", JSON.stringify({ uri }), { onAnswer: () => undefined });
  }
}

function isPartOf(uri: string, whole: string): boolean {
  return uri.startsWith(whole) && (whole.endsWith("/") || /^[/?#]/.test(uri.slice(whole.length)));
}
