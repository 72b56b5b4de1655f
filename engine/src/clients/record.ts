import { z } from "zod";

/** Additions of the user's that are kept for workloads which are away; more than anybody has. */
const MAX_KEPT = 200;
/** Addresses a workload had; an application may write back what it read long ago. */
const MAX_URLS = 16;

const Data = z.record(z.string(), z.unknown());

const RecordedEntry = z.object({
  /** What we wrote last. */
  fields: Data,
  url_key: z.string(),
  /** Every address we wrote, the last one last: an entry with one of them is ours. */
  urls: z.array(z.string()),
  /** Of the workload. */
  created_at: z.string(),
  /** The user's entry of the same name that ours stands for. */
  replaced: z.object({ raw: z.string(), value: z.unknown() }).optional(),
});
export type RecordedEntry = z.infer<typeof RecordedEntry>;

const KeptEntry = z.object({ value: Data, created_at: z.string() });
export type KeptEntry = z.infer<typeof KeptEntry>;

const RecordedTop = z.object({
  entries: z.record(z.string(), RecordedEntry),
  made: z.object({
    text: z.string().optional(),
    rootInterior: z.string().optional(),
    topKey: z.boolean().optional(),
    topInterior: z.string().optional(),
  }),
  /** Entries the user added to, as they were when their workload went away. */
  kept: z.record(z.string(), KeptEntry),
});
export type RecordedTop = z.infer<typeof RecordedTop>;

/** What we did to one settings file: enough to undo it, whatever others did to the file since. */
export const FileRecord = z.object({
  format: z.literal(1),
  /** Where the file really is, links followed. */
  path: z.string(),
  syntax: z.enum(["json", "yaml"]),
  /** There was no such file. */
  made_file: z.boolean(),
  /** Folders there were not, outermost first. */
  made_folders: z.array(z.string()),
  /** By top key. */
  tops: z.record(z.string(), RecordedTop),
});
export type FileRecord = z.infer<typeof FileRecord>;

export const emptyTop: RecordedTop = { entries: {}, made: {}, kept: {} };

export const hasEntries = ({ tops }: FileRecord): boolean =>
  Object.values(tops).some(({ entries }) => !isEmpty(entries));

/** Nothing of ours is in the file and nothing is kept for it. */
export const isSpent = ({ tops }: FileRecord): boolean =>
  Object.values(tops).every(({ entries, kept }) => isEmpty(entries) && isEmpty(kept));

export const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

export const withUrl = (urls: readonly string[], url: string): string[] =>
  [...urls.filter((known) => known !== url), url].slice(-MAX_URLS);

/** Adds one and forgets the oldest of too many. */
export function keepEntry(kept: Map<string, KeptEntry>, name: string, entry: KeptEntry): void {
  kept.delete(name);
  kept.set(name, entry);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}
