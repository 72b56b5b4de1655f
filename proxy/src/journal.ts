import type { Notices } from "./notice.ts";
import type { SessionStore } from "./session-store.ts";

/** What the server and its first client agreed on. `params` and `result` are JSON text. */
export interface StoredHandshake {
  readonly kind: "handshake";
  /** The process that took part in it. */
  readonly run: string;
  readonly params: string;
  readonly result: string;
  /** Whether the server was told `notifications/initialized`. */
  readonly isInitialized: boolean;
}

export interface StoredSession {
  readonly kind: "session";
  readonly id: string;
  readonly version: string;
  /** JSON text. */
  readonly capabilities: string;
  readonly subscriptions: readonly string[];
  readonly level?: string;
}

export type Entry =
  | StoredHandshake
  | StoredSession
  | { readonly kind: "initialized" }
  | { readonly kind: "ended"; readonly id: string }
  | { readonly kind: "subscribed" | "unsubscribed"; readonly id: string; readonly uri: string }
  | { readonly kind: "level"; readonly id: string; readonly level: string };

/** Everything that entries add up to. */
interface Stored {
  handshake: StoredHandshake | undefined;
  readonly sessions: Map<string, StoredSession>;
}

export interface Journal {
  /** What an earlier process left. Leftovers that mean nothing any more are dropped for good. */
  read(): Promise<{ handshake: StoredHandshake | undefined; sessions: readonly StoredSession[] }>;
  /** Resolves once the entry is safe. Never rejects: a proxy that cannot write goes on, and says so. */
  write(entry: Entry): Promise<void>;
}

/** So many entries may be written in vain before they are dropped. */
const GARBAGE = 2000;

export function createJournal(store: SessionStore, notices: Notices): Journal {
  const stored: Stored = { handshake: undefined, sessions: new Map() };
  let written = 0;

  return {
    async read() {
      const entries = await store.read();
      for (const entry of entries) if (isEntry(entry)) apply(stored, entry);
      if (stored.handshake === undefined) stored.sessions.clear();
      written = entries.length;
      if (written > needed().length) await compact();
      return { handshake: stored.handshake, sessions: [...stored.sessions.values()] };
    },

    async write(entry) {
      apply(stored, entry);
      written += 1;
      try {
        if (written > GARBAGE + 2 * stored.sessions.size) await compact();
        else await store.append(entry);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        notices.sendRarely({ level: "warn", text: "sessions cannot be saved", fields: { reason } });
      }
    },
  };

  async function compact(): Promise<void> {
    const entries = needed();
    written = entries.length;
    await store.replace(entries);
  }

  function needed(): Entry[] {
    return [...(stored.handshake === undefined ? [] : [stored.handshake]), ...stored.sessions.values()];
  }
}

function apply(stored: Stored, entry: Entry): void {
  const { sessions } = stored;
  switch (entry.kind) {
    case "handshake":
      stored.handshake = entry;
      return;
    case "initialized":
      if (stored.handshake !== undefined) stored.handshake = { ...stored.handshake, isInitialized: true };
      return;
    case "session":
      sessions.set(entry.id, entry);
      return;
    case "ended":
      sessions.delete(entry.id);
      return;
    case "level":
      change(sessions, entry.id, () => ({ level: entry.level }));
      return;
    case "subscribed":
      change(sessions, entry.id, ({ subscriptions }) => ({
        subscriptions: [...new Set([...subscriptions, entry.uri])],
      }));
      return;
    case "unsubscribed":
      change(sessions, entry.id, ({ subscriptions }) => ({
        subscriptions: subscriptions.filter((uri) => uri !== entry.uri),
      }));
      return;
    default:
      entry satisfies never;
  }
}

function change(
  sessions: Map<string, StoredSession>,
  id: string,
  how: (session: StoredSession) => Partial<StoredSession>,
): void {
  const session = sessions.get(id);
  if (session !== undefined) sessions.set(id, { ...session, ...how(session) });
}

const TEXTS: Readonly<Record<Entry["kind"], readonly string[]>> = {
  handshake: ["run", "params", "result"],
  initialized: [],
  session: ["id", "version", "capabilities"],
  ended: ["id"],
  subscribed: ["id", "uri"],
  unsubscribed: ["id", "uri"],
  level: ["id", "level"],
};

/** Whether a later or damaged store's entry can be read; others are left out. */
function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  const fields = new Map(Object.entries(value));
  const texts =
    typeof value.kind === "string" && Object.hasOwn(TEXTS, value.kind) ? TEXTS[value.kind as Entry["kind"]] : undefined;
  if (texts?.every((name) => typeof fields.get(name) === "string") !== true) return false;
  return value.kind !== "session" || isTexts(fields.get("subscriptions"));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
