import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf } from "./disk.ts";
import { refuse } from "./refuse.ts";

const MAX_LINKS = 40;

/**
 * Where a file really is or would be: people keep settings elsewhere and link to them, and the link has to stay a link.
 * The last part and folders may be missing.
 * @throws AppError `invalid_input` for links that go in a circle
 */
export async function realPathOf(path: string): Promise<string> {
  let current = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const folder = await realFolderOf(dirname(current));
    const place = join(folder, basename(current));
    const target = await targetOf(place);
    if (target === undefined) return place;
    current = resolve(folder, target);
  }
  throw refuse("its links go in a circle");
}

async function realFolderOf(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw refuse("its links go in a circle");
    if (codeOf(error) !== "ENOENT" || folder === dirname(folder)) throw error;
    return realPathOf(folder);
  }
}

/** Where a link points to; `undefined` when it is none. */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
