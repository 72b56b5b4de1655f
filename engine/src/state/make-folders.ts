import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, for this user alone; those that exist keep their rights.
 * One level at a time: where folders cannot be made at all, as below /proc, Node's own way tries for ever.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder || (await isThere(above))) throw error;
    await makeFolders(above);
    await mkdir(folder, { mode: 0o700 });
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
