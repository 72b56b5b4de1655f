import { randomUUID } from "node:crypto";
import type { EventStream } from "./sse-writer.ts";

/** A session had traffic so recently that its client must be assumed to be there. */
const RECENT_MS = 30_000;

/** One client, as far as can be told. */
export interface Session {
  readonly id: string;
  /** `once` stands for a single request that named no session. */
  readonly kind: "streamable-http" | "sse" | "once";
  /** The negotiated revision; empty before `initialize`. */
  version: string;
  /** The names of the capabilities that the client declared. */
  capabilities: ReadonlySet<string>;
  lastUsedAt: number;
  inFlight: number;
  /** Takes what belongs to no request. */
  stream: EventStream | undefined;
  /** What waits for such a stream, oldest first. */
  backlog: Waiting[];
  readonly subscriptions: Set<string>;
  level: string | undefined;
  hasEnded: boolean;
}

/** A message that waits until its client opens a stream. */
export interface Waiting {
  readonly json: Buffer;
  /** A later message with the same topic makes this one pointless. */
  readonly topic: string | undefined;
  readonly until: number;
  /** Called instead of sending it, when nobody came for it in time. */
  readonly onExpired?: () => void;
}

export interface Sessions {
  /** Undefined when there are as many as may be, even without those that have been idle for too long. */
  open(
    kind: "streamable-http" | "sse",
    details?: { id: string; version: string; capabilities: string },
  ): Session | undefined;
  /** Undefined too when it was idle for too long. */
  find(id: string): Session | undefined;
  touch(session: Session): void;
  end(session: Session): void;
  all(): Iterable<Session>;
  /** Sessions that are there: a stream open, a request in flight, or recent traffic. */
  live(): Session[];
  /** Ends those that were idle for too long. */
  sweep(now: number): void;
}

export interface SessionsOptions {
  readonly maxSessions: number;
  readonly idleMs: number;
  /** Called for each that ends, once; it is then no longer to be found. */
  readonly onEnd: (session: Session) => void;
}

export function createSessions({ maxSessions, idleMs, onEnd }: SessionsOptions): Sessions {
  const byId = new Map<string, Session>();
  /** Holds every live session, and some that no longer are. */
  const perhapsLive = new Set<Session>();

  const sessions: Sessions = {
    open(kind, details) {
      if (byId.size >= maxSessions) sessions.sweep(Date.now());
      if (byId.size >= maxSessions) return undefined;
      const session = createSession(kind, details?.id ?? randomUUID());
      if (details !== undefined) declare(session, details);
      byId.set(session.id, session);
      perhapsLive.add(session);
      return session;
    },

    find(id) {
      const session = byId.get(id);
      if (session === undefined || !isIdle(session, Date.now())) return session;
      sessions.end(session);
      return undefined;
    },

    touch(session) {
      session.lastUsedAt = Date.now();
      if (session.kind !== "once") perhapsLive.add(session);
      else if (session.inFlight === 0) perhapsLive.delete(session);
      else perhapsLive.add(session);
    },

    end(session) {
      if (session.hasEnded) return;
      session.hasEnded = true;
      byId.delete(session.id);
      perhapsLive.delete(session);
      onEnd(session);
      session.stream?.end();
    },

    all: () => byId.values(),

    live() {
      const now = Date.now();
      return [...perhapsLive].filter((session) => isLive(session, now));
    },

    sweep(now) {
      for (const session of perhapsLive) if (!isLive(session, now)) perhapsLive.delete(session);
      for (const session of byId.values()) if (isIdle(session, now)) sessions.end(session);
    },
  };
  return sessions;

  function isIdle(session: Session, now: number): boolean {
    return session.stream === undefined && session.inFlight === 0 && now - session.lastUsedAt > idleMs;
  }
}

/** For a request that names no session: nothing of it stays. */
export const createSessionForOnce = (): Session => createSession("once", "");

/** Notes what the client said of itself in `initialize`. `capabilities` is JSON text. */
export function declare(
  session: Session,
  { version, capabilities }: { version: string; capabilities: string },
): undefined {
  session.version = version;
  session.capabilities = namesIn(capabilities);
}

/** The names of the members of an object in JSON text; none of anything else. */
export function namesIn(json: string): ReadonlySet<string> {
  const value: unknown = JSON.parse(json);
  return new Set(typeof value === "object" && value !== null ? Object.keys(value) : []);
}

function isLive({ stream, inFlight, lastUsedAt, kind }: Session, now: number): boolean {
  return stream !== undefined || inFlight > 0 || (kind !== "once" && now - lastUsedAt < RECENT_MS);
}

function createSession(kind: Session["kind"], id: string): Session {
  return {
    id,
    kind,
    version: "",
    capabilities: new Set(),
    lastUsedAt: Date.now(),
    inFlight: 0,
    stream: undefined,
    backlog: [],
    subscriptions: new Set(),
    level: undefined,
    hasEnded: false,
  };
}
