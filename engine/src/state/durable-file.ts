import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { AppError } from "@toolhaven/contract/errors";

/**
 * Replaces a file whole: temporary file, fsync, rename, fsync of the folder. After it resolves the content
 * survives a power cut; before, readers see the old content or none, never a part.
 * @throws AppError `internal` when the disk is full or not writable, naming the folder
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await makeFolder(folder);
    await writeAndSync(temporary, text);
    await rename(temporary, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw explainWriteFailure(error, folder);
  }
}

/** Makes a folder, and those above it that are missing, so that they are there after a power cut too. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  // A new name lasts once the folder it is in was synced.
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Removes a file so that it stays removed after a power cut. A missing file is fine, and so is a missing folder. */
export async function removeDurably(path: string): Promise<void> {
  await rm(path, { force: true });
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** `undefined` when there is no such file; any other trouble is an error, never an empty answer. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space left on the disk; free some and try again",
  EDQUOT: "the disk quota is used up; free some space and try again",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
};

function explainWriteFailure(error: unknown, folder: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason ? new AppError("internal", `cannot save to "${folder}": ${reason}`, { cause: error }) : error;
}
