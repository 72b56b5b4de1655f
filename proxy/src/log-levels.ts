import type { Journal } from "./journal.ts";
import type { ServerLink } from "./server-link.ts";
import type { Session, Sessions } from "./sessions.ts";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Each session has its own level; the server is given the most talkative one. */
export interface LogLevels {
  isLevel(level: string): boolean;
  set(session: Session, level: string): void;
  /** Whether the session wants a message of this level. Without a level of its own it wants all. */
  isWanted(session: Session, level: string): boolean;
  /** Sessions came or went. */
  refresh(): void;
  /** Tells a fresh server. */
  replay(): void;
}

export interface LogLevelsDeps {
  readonly link: ServerLink;
  readonly sessions: Sessions;
  readonly journal: Journal;
}

export function createLogLevels({ link, sessions, journal }: LogLevelsDeps): LogLevels {
  let sent: string | undefined;

  const levels: LogLevels = {
    isLevel: (level) => LEVELS.includes(level),

    set(session, level) {
      if (session.kind === "once") return;
      session.level = level;
      if (session.kind === "streamable-http") void journal.write({ kind: "level", id: session.id, level });
      levels.refresh();
    },

    isWanted: ({ level: wanted }, level) =>
      wanted === undefined || !LEVELS.includes(level) || LEVELS.indexOf(level) >= LEVELS.indexOf(wanted),

    refresh() {
      const level = mostTalkative();
      if (level !== undefined && level !== sent) send(level, { isFirst: false });
    },

    replay() {
      const level = mostTalkative();
      if (level !== undefined) send(level, { isFirst: true });
    },
  };
  return levels;

  function mostTalkative(): string | undefined {
    let most = LEVELS.length;
    for (const { level } of sessions.all()) if (level !== undefined) most = Math.min(most, LEVELS.indexOf(level));
    return LEVELS[most];
  }

  function send(level: string, { isFirst }: { isFirst: boolean }): void {
    sent = level;
    link.ask("logging/setLevel", JSON.stringify({ level }), { onAnswer: () => undefined, isFirst });
  }
}
