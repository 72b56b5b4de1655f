import type { Fields } from "./entry.ts";

/** What we put around our entries, and so take away again with the last of them. */
export interface Made {
  /** The whole text when it held nothing but blanks and comments. */
  readonly text?: string | undefined;
  /** What stood in the root when it had no members. */
  readonly rootInterior?: string | undefined;
  /** The top key is ours. */
  readonly topKey?: boolean | undefined;
  /** What stood in the place of the first entry when there was none. */
  readonly topInterior?: string | undefined;
}

export interface Entry {
  /** Its text; given back to `rewrite` it restores every byte. */
  readonly raw: string;
  /** What it says, as plain data. */
  value(): unknown;
}

export type Change =
  /** The whole entry, as data. */
  | { readonly kind: "value"; readonly value: unknown }
  /** The whole entry, as it was read. */
  | { readonly kind: "raw"; readonly raw: string }
  /** Some fields of it; the others stay as they are. */
  | { readonly kind: "fields"; readonly fields: Fields };

/**
 * Settings as they were read. Edits leave every byte outside our entries as it is, and answer with the new text;
 * nothing is known of files here. They throw AppError `invalid_input` where that cannot be done.
 */
export interface Settings {
  readonly text: string;
  /** The entries below the top key. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** False when there is no such key. */
  readonly hasTop: boolean;
  /** All that stands beside the top key, to be compared with `isDeepStrictEqual`. */
  readonly rest: unknown;
  /** Changes entries that exist. */
  rewrite(changes: ReadonlyMap<string, Change>): string;
  /** Removes entries that exist, and nothing around them. */
  remove(names: ReadonlySet<string>): string;
  /** Adds entries that do not exist, and what they need around them. What was made before stays noted. */
  add(added: ReadonlyMap<string, Fields>, made: Made): { text: string; made: Made };
  /** Takes away what was made around entries, as far as nothing else stands in it now. */
  tidy(made: Made): string;
}

export interface SettingsFormat {
  /** Larger files are not read: parsing them would hold up everything else. */
  readonly maxBytes: number;
  /** @throws AppError `invalid_input` for a text that cannot be understood whole */
  read(text: string, topKey: string): Settings;
}

export function dropUndefined(made: Made): Made {
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
}
