import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { type Disk, type FoundFile, missingFolders } from "./disk.ts";
import { FORMATS } from "./formats.ts";
import { type Note, type Plan, reconcile, type WantedEntries } from "./reconcile.ts";
import { type FileRecord, hasEntries } from "./record.ts";
import type { Records } from "./records.ts";
import { refuse } from "./refuse.ts";

export interface UpdateDeps {
  readonly disk: Disk;
  readonly records: Records;
  /** Told apart from those of another daemon, so that what a killed one left can be thrown away. */
  readonly stagingTag: string;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface Update {
  readonly path: string;
  readonly syntax: FileRecord["syntax"];
  /** Asked anew for every try. */
  readonly wanted: () => WantedEntries;
  readonly isForced: boolean;
  /** Finds out whether it could be done, and does nothing. */
  readonly isRehearsal?: boolean;
}

/** Two and a half seconds in all: long enough for an application to finish writing. */
const PAUSES_MS = [20, 40, 80, 160, 320, 640, 1280];

/** As old as this, a lock beside a settings file was left behind: who holds one renews it more often. */
const STALE_LOCK_MS = 10_000;

/**
 * Brings one settings file to what is wanted. The record is on the disk before the file changes, the file is replaced
 * in one piece, and when somebody else writes it meanwhile, his text is read and edited instead.
 * @throws AppError `invalid_input` when the file cannot be edited, now or at all; it is then as it was
 */
export async function updateFile(deps: UpdateDeps, update: Update): Promise<readonly Note[]> {
  const { path } = update;
  try {
    if (!update.isRehearsal) await deps.disk.discard(stagingPath(deps, path));
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      const notes = await tryUpdate(deps, update, { isPatient: pauseMs !== undefined });
      if (notes) return notes;
      if (pauseMs !== undefined) await deps.pause(pauseMs);
    }
    throw refuse("another program is writing it; try again");
  } catch (error) {
    throw explain(error, path);
  }
}

/** `undefined` when somebody else was writing. */
async function tryUpdate(
  deps: UpdateDeps,
  update: Update,
  { isPatient }: { isPatient: boolean },
): Promise<readonly Note[] | undefined> {
  const { disk, records } = deps;
  const { path, syntax, isForced } = update;
  if (isLocked(disk, path)) return undefined;
  const found = await readFile(disk, update);
  const text = found && decode(found.bytes);
  const record = records.find(path) ?? blankRecord(path, syntax);
  // A program that writes in place empties the file first: nothing in it yet is not nothing in it any more.
  if (isPatient && text === "" && hasEntries(record)) return undefined;
  const plan = reconcile(FORMATS[syntax], { text, record, wanted: update.wanted(), isForced });
  const folders = found ? [] : await missingFolders(path);
  if (update.isRehearsal || plan.text !== text)
    await refuseReadOnly(disk, { found, folder: dirname(folders[0] ?? path) });
  if (update.isRehearsal) return [];
  if (plan.text !== text) {
    await records.save({ ...plan.during, made_folders: [...new Set([...plan.during.made_folders, ...folders])] });
    if (!(await put(deps, { path, found, plan, folders }))) return undefined;
  }
  await finish(deps, path, plan);
  return plan.notes;
}

/** The file is as it should be: what was made for it goes with it, and the record says what is left. */
async function finish({ disk, records }: UpdateDeps, path: string, plan: Plan): Promise<void> {
  const made = records.find(path)?.made_folders ?? [];
  if (plan.text === undefined) await removeFolders(disk, made);
  const kept = plan.text !== undefined && plan.after.made_file ? made : [];
  await records.save({ ...plan.after, made_folders: kept });
}

interface Change {
  readonly path: string;
  readonly found: FoundFile | undefined;
  readonly plan: Plan;
  /** To be made first, outermost first. */
  readonly folders: readonly string[];
}

/** False when somebody else changed the file since it was read; then nothing was done. */
async function put(deps: UpdateDeps, { path, found, plan, folders }: Change): Promise<boolean> {
  const { disk } = deps;
  const folder = dirname(path);
  if (plan.text === undefined) {
    const again = await readAgain(disk, path, found);
    if (!again || !disk.removeIfSame(path, again)) return false;
    await disk.syncFolder(folder);
    return true;
  }
  for (const missing of folders) await disk.makeFolder(missing);
  const staged = stagingPath(deps, path);
  try {
    await disk.stage(staged, Buffer.from(plan.text), found);
    const again = await readAgain(disk, path, found);
    if ((found && !again) || isLocked(disk, path) || !disk.swap(staged, path, again)) return false;
  } finally {
    await disk.discard(staged);
  }
  await disk.syncFolder(folder);
  return true;
}

/** Compared by content too: two writes within one tick of the clock look alike otherwise. */
async function readAgain(disk: Disk, path: string, found: FoundFile | undefined): Promise<FoundFile | undefined> {
  if (!found) return undefined;
  const again = await disk.read(path, { maxBytes: found.bytes.length });
  return again && typeof again !== "string" && again.bytes.equals(found.bytes) ? again : undefined;
}

async function readFile(disk: Disk, { path, syntax }: Update): Promise<FoundFile | undefined> {
  const { maxBytes } = FORMATS[syntax];
  const found = await disk.read(path, { maxBytes });
  if (found === "not a file") throw refuse("it is not a regular file");
  if (found === "too large") throw refuse(`it is larger than ${maxBytes / 1_000_000} MB`);
  return found;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw refuse("it is not valid UTF-8");
    throw cause;
  }
}

/** Replacing a file would work against its owner's wish that nobody writes it. */
async function refuseReadOnly(disk: Disk, { found, folder }: { found: FoundFile | undefined; folder: string }) {
  if (found && (found.mode & 0o222) === 0) throw refuse("it is read-only");
  if (!(await disk.isWritable(folder))) throw refuse("its folder is read-only");
}

async function removeFolders(disk: Disk, folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await disk.removeFolder(folder);
}

function isLocked(disk: Disk, path: string): boolean {
  const age = disk.lockAge(`${path}.lock`);
  return age !== undefined && age < STALE_LOCK_MS;
}

const blankRecord = (path: string, syntax: FileRecord["syntax"]): FileRecord => ({
  format: 1,
  path,
  syntax,
  made_file: false,
  made_folders: [],
  tops: {},
});

const stagingPath = ({ stagingTag }: UpdateDeps, path: string): string =>
  join(dirname(path), `.${basename(path)}.${PRODUCT.prefix}-${stagingTag}.tmp`);

export const stagingTagOf = (folder: string): string => createHash("sha256").update(folder).digest("hex").slice(0, 8);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links go in a circle",
  ENAMETOOLONG: "its path is too long",
  EBUSY: "another program uses it; try again",
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
};

export function explain(error: unknown, path: string): unknown {
  const isRefusal = error instanceof AppError && error.code === "invalid_input";
  const reason = isRefusal ? error.message : REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  if (reason === undefined) return error;
  return new AppError("invalid_input", `cannot edit "${path}": ${reason}`, { cause: error });
}
