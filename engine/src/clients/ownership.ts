import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./entry.ts";
import type { RecordedEntry } from "./record.ts";
import type { Entry } from "./settings-format.ts";

/**
 * Whose an entry is. Before we wrote it, or when what it replaced is back (a crash came first, or the application wrote
 * what it had read before), it is not yet ours; with an address we never wrote the user has made it his own.
 */
export function ownerOf(
  entry: Entry | undefined,
  ours: RecordedEntry | undefined,
): "nobody" | "not yet us" | "us" | "user" {
  if (!entry) return "nobody";
  if (!ours) return "not yet us";
  const value = plain(entry.value());
  if (ours.replaced && isDeepStrictEqual(value, ours.replaced.value)) return "not yet us";
  const url = isFields(value) ? value[ours.url_key] : undefined;
  return typeof url === "string" && ours.urls.includes(url) ? "us" : "user";
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** As it is when it comes back from our records. */
export const plain = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
