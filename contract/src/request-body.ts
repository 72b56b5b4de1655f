import { z } from "zod";

/** Deeper than any shape of ours; what lies below is passed on untouched, so that no nesting exhausts the stack. */
const MAX_DEPTH = 16;

/**
 * What every request body has in common: an explicit null means the same as an absent field.
 * `blanks` names the top-level fields for which an empty string does too, as form fields send it.
 */
export function requestBody<S extends z.ZodType>(schema: S, { blanks = [] }: { blanks?: readonly string[] } = {}) {
  return z.preprocess((value: z.input<S>) => withoutBlanks(withoutNulls(value), blanks), schema);
}

/** Drops every field that is null, at any level. Entries of lists stay: leaving one out would move the others. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth === MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(entry, depth + 1));
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNulls(field, depth + 1)]));
}

/** Drops fields that are empty strings: those named, or all of them. */
export function withoutBlanks(value: unknown, names?: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, field]) => field !== "" || (names && !names.includes(key))),
  );
}
