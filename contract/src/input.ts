import type { z } from "zod";
import { AppError } from "./errors.ts";

/**
 * For values that came from outside. The failure is one line that names the field.
 * Our own stored data uses `schema.parse`: failing there is our bug.
 * @throws AppError `invalid_input`
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("invalid_input", describeIssue(parsed.error), { cause: parsed.error });
  return parsed.data;
}

function describeIssue({ issues }: z.ZodError): string {
  const [first] = issues;
  if (!first) return "invalid input";
  const field = first.path.map(String).join(".");
  const text = first.message.charAt(0).toLowerCase() + first.message.slice(1);
  return field ? `invalid "${field}": ${text}` : text;
}
