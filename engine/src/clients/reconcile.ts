import { decide, type Wanted } from "./decide.ts";
import { editTop, type TopEdit } from "./edit-top.ts";
import { ownerOf } from "./ownership.ts";
import { emptyTop, type FileRecord, isEmpty, keepEntry, type RecordedEntry, type RecordedTop } from "./record.ts";
import type { Settings, SettingsFormat } from "./settings-format.ts";

/** By top key, then by name. */
export type WantedEntries = ReadonlyMap<string, ReadonlyMap<string, Wanted>>;

export interface Situation {
  /** `undefined` when there is no file. */
  readonly text: string | undefined;
  readonly record: FileRecord;
  readonly wanted: WantedEntries;
  /** Also what the user changed by hand becomes ours again; on removal it is given back. */
  readonly isForced: boolean;
}

export interface Plan {
  /** `undefined` when there should be no file. */
  readonly text: string | undefined;
  /** True of the file as it was and as it will be: saved before the file is touched. */
  readonly during: FileRecord;
  /** True of the file as it will be. */
  readonly after: FileRecord;
  readonly notes: readonly Note[];
}

/** What a user may wonder about. */
export interface Note {
  readonly entry: string;
  readonly what: "changed by hand, left alone" | "additions kept";
}

/**
 * Compares what should be in a settings file with what is, and plans the edit. An entry is ours while it has an address
 * we wrote, whatever else the user or the application put into it; then only our own fields of it change. What was
 * added to it is kept when its workload goes away and is back when the same workload is.
 * @throws AppError `invalid_input` for a text that cannot be edited without touching what is not ours
 */
export function reconcile(format: SettingsFormat, { text, record, wanted, isForced }: Situation): Plan {
  const mark = text?.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  let edited = text?.slice(mark.length) ?? "";
  let isPlaceOurs = false;
  const notes: Note[] = [];
  const during: Record<string, RecordedTop> = {};
  const after: Record<string, RecordedTop> = {};
  for (const topKey of new Set([...Object.keys(record.tops), ...wanted.keys()])) {
    const before = record.tops[topKey] ?? emptyTop;
    const wishes = wanted.get(topKey) ?? new Map<string, Wanted>();
    const done = reconcileTop(format, { text: edited, topKey, before, wishes, isForced });
    edited = done.text;
    isPlaceOurs ||= done.isPlaceOurs;
    notes.push(...done.notes);
    after[topKey] = done.after;
    during[topKey] = {
      made: done.made,
      entries: { ...before.entries, ...done.after.entries },
      kept: { ...before.kept, ...done.after.kept },
    };
  }
  const made = {
    made_file: text === undefined || (isPlaceOurs && record.made_file),
    made_folders: record.made_folders,
  };
  const isOver = Object.values(after).every(({ entries }) => isEmpty(entries));
  const isGone = edited.trim() === "" && made.made_file && isOver;
  return {
    text: isGone ? undefined : mark + edited,
    during: { ...record, ...made, tops: during },
    after: { ...record, ...(isOver ? { made_file: false, made_folders: [] } : made), tops: after },
    notes,
  };
}

/** No part of the text for any parser. */
const BYTE_ORDER_MARK = "\uFEFF";

interface TopSituation {
  readonly text: string;
  readonly topKey: string;
  readonly before: RecordedTop;
  readonly wishes: ReadonlyMap<string, Wanted>;
  readonly isForced: boolean;
}

function reconcileTop(format: SettingsFormat, { text, topKey, before, wishes, isForced }: TopSituation) {
  const found = format.read(text, topKey);
  const recorded = new Map(Object.entries(before.entries));
  const kept = new Map(Object.entries(before.kept));
  const entries = new Map<string, RecordedEntry>();
  const edit: TopEdit = { changed: new Map(), removed: new Set(), added: new Map(), restored: new Map() };
  const notes: Note[] = [];
  for (const name of new Set([...recorded.keys(), ...wishes.keys()])) {
    const [ours, wish] = [recorded.get(name), wishes.get(name)];
    const decision = decide({ entry: found.entries.get(name), ours, wish, kept: kept.get(name), isForced });
    if (decision.kind === "nothing") continue;
    const { record } = decision;
    if (decision.kind === "remove") {
      const { replaced, created_at } = record;
      if (replaced) edit.restored.set(name, replaced);
      else edit.removed.add(name);
      if (isEmpty(decision.additions)) continue;
      keepEntry(kept, name, { value: decision.additions, created_at });
      notes.push({ entry: name, what: "additions kept" });
      continue;
    }
    entries.set(name, record);
    if (decision.kind === "leave") {
      notes.push({ entry: name, what: "changed by hand, left alone" });
      continue;
    }
    if (decision.kind === "add") edit.added.set(name, decision.value);
    else if (decision.change) edit.changed.set(name, decision.change);
    kept.delete(name);
  }
  const isPlaceOurs = isStillOurs(found, before);
  const hasOurs = [...entries].some(([name, record]) => record !== recorded.get(name));
  const done = editTop(format, { topKey, found, edit, made: isPlaceOurs ? before.made : {}, hasOurs });
  const after = {
    entries: Object.fromEntries(entries),
    made: hasOurs ? done.made : {},
    kept: Object.fromEntries(kept),
  };
  return { text: done.text, made: done.made, after, notes, isPlaceOurs };
}

/** What is noted of the place around our entries holds while one of them is there, or nothing is. */
function isStillOurs(found: Settings, { entries, made }: RecordedTop): boolean {
  if (found.hasTop && found.entries.size === 0 && made.topKey === true) return true;
  return Object.entries(entries).some(([name, ours]) => ownerOf(found.entries.get(name), ours) === "us");
}
