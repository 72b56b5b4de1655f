import { isDeepStrictEqual } from "node:util";
import { AppError } from "@toolhaven/contract/errors";
import type { Fields } from "./entry.ts";
import { plain } from "./ownership.ts";
import { isEmpty } from "./record.ts";
import { refuse } from "./refuse.ts";
import type { Change, Entry, Made, Settings, SettingsFormat } from "./settings-format.ts";

/** What happens to the entries below one top key, by name; no name is in two of these. */
export interface TopEdit {
  readonly changed: Map<string, Change>;
  readonly removed: Set<string>;
  readonly added: Map<string, Fields>;
  /** Entries of the user's that ours gives way to. */
  readonly restored: Map<string, { readonly raw: string; readonly value?: unknown }>;
}

interface Place {
  readonly topKey: string;
  readonly found: Settings;
  readonly edit: TopEdit;
  readonly made: Made;
  /** An entry of ours is there afterwards. */
  readonly hasOurs: boolean;
}

/** @throws AppError `invalid_input` when the result would not be exactly what was meant */
export function editTop(format: SettingsFormat, place: Place): { text: string; made: Made } {
  const { topKey, found, edit, hasOurs } = place;
  let { made } = place;
  let now = found;
  const becomes = (text: string): void => {
    if (text !== now.text) now = format.read(text, topKey);
  };
  if (edit.removed.size > 0) becomes(now.remove(edit.removed));
  if (edit.changed.size > 0) becomes(now.rewrite(edit.changed));
  for (const [name, before] of edit.restored) now = restore(format, now, { topKey, name, before });
  if (edit.added.size > 0) {
    const addition = now.add(edit.added, made);
    becomes(addition.text);
    made = addition.made;
  }
  if (!hasOurs && (edit.removed.size > 0 || !isEmpty(made))) becomes(now.tidy(made));
  if (now !== found) verify(now, place);
  return { text: now.text, made };
}

interface Restoration {
  readonly topKey: string;
  readonly name: string;
  readonly before: { readonly raw: string; readonly value?: unknown };
}

/** Byte for byte, or what it said where its text no longer fits in. */
function restore(format: SettingsFormat, now: Settings, { topKey, name, before }: Restoration): Settings {
  try {
    const restored = format.read(now.rewrite(new Map([[name, { kind: "raw", raw: before.raw }]])), topKey);
    if (isDeepStrictEqual(plain(restored.entries.get(name)?.value()), before.value)) return restored;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return format.read(now.rewrite(new Map([[name, { kind: "value", value: before.value }]])), topKey);
}

/** The last line of defence: whatever a text plays on us, nothing is written that changes more than was meant. */
function verify(result: Settings, { found, edit }: Place): void {
  const { changed, removed, added, restored } = edit;
  const isMeant = ([name, { raw, value }]: [string, Entry]) => {
    const old = found.entries.get(name);
    const change = changed.get(name);
    if (added.has(name)) return !old && isDeepStrictEqual(plain(value()), plain(added.get(name)));
    if (!old || removed.has(name)) return false;
    if (restored.has(name)) return isDeepStrictEqual(plain(value()), restored.get(name)?.value);
    if (!change) return raw === old.raw && isDeepStrictEqual(value(), old.value());
    const wish =
      change.kind === "fields"
        ? { ...(old.value() as Fields), ...change.fields }
        : change.kind === "value"
          ? change.value
          : undefined;
    return isDeepStrictEqual(plain(value()), plain(wish));
  };
  const count = found.entries.size - removed.size + added.size;
  const isWell =
    isDeepStrictEqual(result.rest, found.rest) && result.entries.size === count && [...result.entries].every(isMeant);
  if (!isWell) throw refuse("it is written so that our entries cannot be told from the rest");
}
