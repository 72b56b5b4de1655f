import type { ClientFacts, ClientMode } from "./catalogue.ts";

/** The fields of an entry in a client's settings, in the order they are written. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a client's settings say about one workload. */
export function entryFor(
  { format, urlKey, typeWords, constants }: ClientFacts,
  { name, url, mode }: { name: string; url: string; mode: ClientMode },
): Fields {
  const type = typeWords[mode];
  // The key of an entry is not part of it for Goose: it wants the name inside as well.
  if (format === "yaml") return { name, ...constants, type, [urlKey]: url };
  return { [urlKey]: url, type };
}
