import type { Flag } from "../manifest/spec.ts";
import { parseDuration } from "./duration.ts";

/** Why a value is not taken, as the end of a sentence. */
export class ValueError extends Error {}

/**
 * A value as commands take it. Repeated lists add up; of anything else the last one counts.
 * @throws ValueError
 */
export function readValue({ kind, choices, value: what }: Flag, value: string, before?: unknown): unknown {
  if (choices && !choices.includes(value)) throw new ValueError(`use one of ${choices.join(", ")}`);
  const earlier = Array.isArray(before) ? (before as string[]) : [];
  switch (kind) {
    case "integer":
      if (!/^-?\d{1,15}$/.test(value)) throw new ValueError("it must be a whole number");
      if (what === "PORT" && !isPort(Number(value))) throw new ValueError(`a port is between 0 and ${LAST_PORT}`);
      return Number(value);
    case "number":
      if (value.trim() === "" || !Number.isFinite(Number(value))) throw new ValueError("it must be a number");
      return Number(value);
    case "duration": {
      const ms = parseDuration(value);
      if (ms === undefined) throw new ValueError("it must be a duration, such as 30s or 2m30s");
      return ms;
    }
    case "list":
      return [...earlier, ...value.split(",").map((part) => part.trim())];
    case "array":
      return [...earlier, value];
    case "boolean":
      if (!/^(?:true|false|1|0)$/i.test(value)) throw new ValueError("it must be true or false");
      return /^(?:true|1)$/i.test(value);
    case "text":
      return value;
    default:
      return kind satisfies never;
  }
}

const LAST_PORT = 65_535;
const isPort = (port: number): boolean => port >= 0 && port <= LAST_PORT;
