import { AsyncLocalStorage } from "node:async_hooks";
import { destination, pino } from "pino";
import { redact, redactText } from "./redact.ts";

/** What the engine and its parts write to. Never message contents, never secrets. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** A log that can put fields on every line of a piece of work, wherever in the program the line is written. */
export interface ProgramLog extends Log {
  /** What is still at work after the end writes without them. */
  during<T>(fields: object, work: () => Promise<T>): Promise<T>;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LogOptions {
  /** Where lines go; stderr when left out, so that stdout stays free for answers. */
  readonly to?: { write(line: string): void };
}

/** JSON lines. Everything is cleaned of secrets on its way out, whoever wrote it. */
export function createLog(level: LogLevel, { to = destination({ fd: 2, sync: true }) }: LogOptions = {}): ProgramLog {
  const context = createContext();
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => context.fields(),
      hooks: {
        logMethod: ([fields, text], method) => method.call(log, redact(fields), redactText(text ?? "")),
      },
      // Errors are plain objects by the time they get here.
      serializers: { err: (error: unknown) => error },
    },
    to,
  );
  return {
    debug: (fields, text) => log.debug(fields, text),
    info: (fields, text) => log.info(fields, text),
    warn: (fields, text) => log.warn(fields, text),
    error: (fields, text) => log.error(fields, text),
    during: context.during,
  };
}

interface Frame {
  fields: object;
}

/** Following asynchronous work costs every promise of the process a little, so it is done only while there is some. */
function createContext(): Pick<ProgramLog, "during"> & { fields(): object } {
  const frames = new AsyncLocalStorage<Frame>();
  let open = 0;
  return {
    fields: () => frames.getStore()?.fields ?? {},
    async during(fields, work) {
      const frame: Frame = { fields: redact(fields) as object };
      open += 1;
      try {
        return await frames.run(frame, work);
      } finally {
        frame.fields = {};
        open -= 1;
        if (open === 0) frames.disable();
      }
    },
  };
}
