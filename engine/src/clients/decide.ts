import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./entry.ts";
import { ownerOf, plain } from "./ownership.ts";
import { isEmpty, type KeptEntry, type RecordedEntry, withUrl } from "./record.ts";
import type { Change, Entry } from "./settings-format.ts";

/** An entry that should be in the file. */
export interface Wanted {
  readonly fields: Fields;
  /** The field that tells whose entry it is. */
  readonly urlKey: string;
  /** Of the workload: a later one of the same name is another one. */
  readonly createdAt: string;
}

/** All that is known of one name. */
export interface Facts {
  /** In the file. */
  readonly entry: Entry | undefined;
  /** In our records. */
  readonly ours: RecordedEntry | undefined;
  readonly wish: Wanted | undefined;
  readonly kept: KeptEntry | undefined;
  readonly isForced: boolean;
}

export type Decision =
  | { readonly kind: "nothing" }
  /** Changed by hand: it is the user's until he asks for ours again. */
  | { readonly kind: "leave"; readonly record: RecordedEntry }
  | {
      readonly kind: "remove";
      /** What the user had put into it. */
      readonly additions: Fields;
      readonly record: RecordedEntry;
    }
  | { readonly kind: "add"; readonly value: Fields; readonly record: RecordedEntry }
  /** Without a change it is as it should be. */
  | { readonly kind: "keep"; readonly change: Change | undefined; readonly record: RecordedEntry };

export function decide({ entry, ours, wish, kept, isForced }: Facts): Decision {
  const owner = ownerOf(entry, ours);
  if (!wish) {
    if (owner !== "us" || !entry || !ours) return { kind: "nothing" };
    return { kind: "remove", additions: additionsTo(ours, plain(entry.value()) as Fields), record: ours };
  }
  if (owner === "user" && ours && !isForced) return { kind: "leave", record: ours };
  const record = recordOf(wish, ours);
  if (!entry) {
    const additions = kept?.created_at === wish.createdAt ? kept.value : {};
    const value = isForced ? { ...additions, ...wish.fields } : { ...wish.fields, ...additions };
    return { kind: "add", value, record };
  }
  if (owner === "us" && ours) {
    const fields = staleFields(plain(entry.value()) as Fields, { ours, wish, isForced });
    const change: Change | undefined = isEmpty(fields) ? undefined : { kind: "fields", fields };
    return { kind: "keep", change, record: { ...record, ...(ours.replaced && { replaced: ours.replaced }) } };
  }
  const replaced = { raw: entry.raw, value: plain(entry.value()) };
  return { kind: "keep", change: { kind: "value", value: wish.fields }, record: { ...record, replaced } };
}

function recordOf({ fields, urlKey, createdAt }: Wanted, ours: RecordedEntry | undefined): RecordedEntry {
  const urls = withUrl(ours?.urls ?? [], String(fields[urlKey]));
  return { fields, url_key: urlKey, urls, created_at: createdAt };
}

/** What is not from us. Where the server is and how to speak to it is never the user's in an entry of ours. */
function additionsTo({ fields, url_key: urlKey }: RecordedEntry, value: Fields): Fields {
  const isTheirs = ([key, found]: [string, unknown]): boolean =>
    key !== urlKey && key !== "type" && !isDeepStrictEqual(found, fields[key]);
  return Object.fromEntries(Object.entries(value).filter(isTheirs));
}

/** Fields that differ from what we wrote because the user wanted so stay, as long as we have nothing new to say. */
function staleFields(
  value: Fields,
  { ours, wish, isForced }: { ours: RecordedEntry; wish: Wanted; isForced: boolean },
): Fields {
  const isNews = (key: string, wanted: unknown): boolean =>
    isForced || key === wish.urlKey || !isDeepStrictEqual(wanted, ours.fields[key]);
  const stale = Object.entries(wish.fields).filter(
    ([key, wanted]) => isNews(key, wanted) && !isDeepStrictEqual(wanted, value[key]),
  );
  return Object.fromEntries(stale);
}
