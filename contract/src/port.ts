import { z } from "zod";

export const Port = portFrom(1, "between 1 and 65535");

/** A port the caller may leave to us. */
export const PortOrAny = portFrom(0, "between 1 and 65535, or 0 to pick a free one");

function portFrom(lowest: 0 | 1, range: string) {
  const error = `must be ${range}`;
  return z
    .int({ error: `must be a whole number ${range}` })
    .min(lowest, { error })
    .max(65_535, { error });
}
