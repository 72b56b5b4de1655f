import type { Flag } from "./spec.ts";

type Details = Omit<Flag, "kind" | "summary" | "default">;

export const bool = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "boolean", summary, default: false, ...details }) as Flag<"boolean", false> & D;

/** On unless turned off with `--no-name` or `--name=false`. */
export const boolOn = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "boolean", summary, default: true, ...details }) as Flag<"boolean", true> & D;

export const text = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "text", summary, default: undefined, ...details }) as Flag<"text", undefined> & D;

export const textOr = <const D extends Details>(byDefault: string, summary: string, details?: D) =>
  ({ kind: "text", summary, default: byDefault, ...details }) as Flag<"text", string> & D;

export const integer = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "integer", summary, default: undefined, ...details }) as Flag<"integer", undefined> & D;

export const integerOr = <const D extends Details>(byDefault: number, summary: string, details?: D) =>
  ({ kind: "integer", summary, default: byDefault, ...details }) as Flag<"integer", number> & D;

export const number = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "number", summary, default: undefined, ...details }) as Flag<"number", undefined> & D;

/** Milliseconds inside, `30s` or `2m30s` outside. */
export const duration = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "duration", summary, default: undefined, value: "DURATION", ...details }) as Flag<"duration", undefined> & D;

export const durationOr = <const D extends Details>(byDefaultMs: number, summary: string, details?: D) =>
  ({ kind: "duration", summary, default: byDefaultMs, value: "DURATION", ...details }) as Flag<"duration", number> & D;

export const list = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "list", summary, default: [] as readonly string[], ...details }) as Flag<"list", readonly string[]> & D;

export const array = <const D extends Details>(summary: string, details?: D) =>
  ({ kind: "array", summary, default: [] as readonly string[], ...details }) as Flag<"array", readonly string[]> & D;

/** Every command has these; a bulk of short forms is reserved for them. */
export const GLOBAL_FLAGS = {
  help: bool("show help", { short: "h" }),
  json: bool("print JSON, errors included; same as --format json"),
  quiet: bool("print results and errors only", { short: "q" }),
  debug: bool("print times, causes and what the server is asked", { env: "TOOLHAVEN_DEBUG" }),
  "no-input": bool("never ask; fail and name the flag instead", { env: "TOOLHAVEN_NO_INPUT" }),
  color: text("when to colour", { choices: ["auto", "always", "never"], value: "WHEN" }),
} as const;

export const format = <const C extends readonly string[]>(...more: C) =>
  textOr("text", "how to print the result", { choices: ["text", "json", ...more], value: "FORMAT" });

export const group = (summary: string) => text(summary, { short: "g", value: "GROUP", complete: "groups" });
export const all = (summary: string) => bool(summary, { short: "a" });
export const yes = bool("do not ask for confirmation", { short: "y" });
export const dryRun = bool("say what would be done and do nothing");

/** So long a wait lasts before it is given up with exit code 7. */
export const timeout = (byDefaultMs: number, what: string) =>
  durationOr(byDefaultMs, `give up ${what} after this time`);
