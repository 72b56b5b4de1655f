import type { z } from "zod";
import { AppError } from "./errors.ts";
import { clip, oneLine, quote, quoteAll } from "./quote.ts";

/** Any shape of this contract, and the value it gives. */
export type Schema = z.ZodType;
export type Parsed<S extends Schema> = z.output<S>;

/**
 * For values that came from outside. The failure is one line that names the field and says what it must be.
 * Our own stored data uses `schema.parse`: failing there is our bug.
 * @throws AppError `invalid_input`
 */
export function parseInput<S extends Schema>(schema: S, value: unknown): Parsed<S> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", oneLine(describe(parsed.error.issues)), { cause: parsed.error });
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const NO_BRANCH = "has none of the accepted forms";

function describe(issues: readonly Issue[], above: Path = []): string {
  const [first] = issues;
  if (!first) return "invalid input";
  const path = [...above, ...first.path];
  if (first.code === "invalid_key") return describe(first.issues, path.slice(0, -1));
  if (first.code === "invalid_element") return describe(first.issues, [...path, String(first.key)]);
  if (first.code === "invalid_union" && first.message === NO_BRANCH) return describeBranch(first.errors, path);
  return sentence(path, first);
}

/** The branch that got furthest is the one the caller meant. */
function describeBranch(branches: readonly (readonly Issue[])[], path: Path): string {
  const meant = branches.filter((issues) => issues.some((issue) => issue.path.length > 0));
  return meant.length === 1 ? describe(meant[0]!, path) : sentence(path, { message: NO_BRANCH });
}

/** A rule between fields has no path: its message names the fields itself. */
function sentence(path: Path, { code, message }: { code?: string; message: string }): string {
  if (path.length > 0) return `invalid "${fieldOf(path)}": ${message}`;
  return code === "custom" ? message : `invalid input: ${message}`;
}

const fieldOf = (path: Path): string =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at ? "." : ""}${clip(String(key))}`)).join("");

const NOUNS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/** Our words wherever a schema has none of its own. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.input === undefined ? "missing; " : "";
  switch (issue.code) {
    case "invalid_type":
      return `${missing}must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${missing}must be ${quoteAll(issue.values.map(String))}`;
    case "too_small":
      return `must ${bound("at least", issue.minimum, issue.origin)}`;
    case "too_big":
      return `must ${bound("at most", issue.maximum, issue.origin)}`;
    case "invalid_format":
      return `must be a valid ${issue.format}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.map(quote).join(", ")}`;
    case "invalid_union":
      return NO_BRANCH;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
    default:
      return undefined;
  }
}

function bound(side: "at least" | "at most", limit: number | bigint, origin: string): string {
  const things: Readonly<Record<string, string>> = { string: "character", array: "entry", set: "entry" };
  const thing = things[origin];
  if (!thing) return `be ${side} ${limit}`;
  const plural = thing === "entry" ? "entries" : `${thing}s`;
  return `have ${side} ${limit} ${Number(limit) === 1 ? thing : plural}`;
}
