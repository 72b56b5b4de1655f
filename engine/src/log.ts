import { destination, pino } from "pino";

/** What the engine and its parts write to. Never message contents, never secrets. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** JSON lines on stderr, so that stdout stays free for answers. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination({ fd: 2, sync: true }));
}
