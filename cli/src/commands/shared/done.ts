import type { Outcome } from "../../program/context.ts";

/** What a command that changes something says: which things it changed, and a line for people. */
export const done = (changed: readonly string[], message: string): Outcome => ({
  data: { changed, message },
  text: message,
  isNote: true,
});

/** `one`, `one and two`, `one, two and three`; many are counted. */
export function listed(names: readonly string[], what: string): string {
  if (names.length > 5) return `${names.length} ${what}s`;
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.at(-1) ?? "";
  const head = quoted.slice(0, -1).join(", ");
  return `${what}${names.length === 1 ? "" : "s"} ${head ? `${head} and ${last}` : last}`;
}
