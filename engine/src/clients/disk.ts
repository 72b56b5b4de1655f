import { constants, linkSync, lstatSync, renameSync, unlinkSync } from "node:fs";
import { access, mkdir, open, rm, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A file's bytes, and what a replacement must look like. */
export interface FoundFile {
  readonly bytes: Buffer;
  readonly identity: string;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * What we do to other programs' files, one step each. Nothing here looks at contents. Paths are real: links were
 * followed before.
 */
export interface Disk {
  /** `undefined` when there is no file; `"not a file"` and `"too large"` are not read. */
  read(path: string, options: { maxBytes: number }): Promise<FoundFile | undefined | "not a file" | "too large">;
  /** True when the folder of a file can be written to. */
  isWritable(folder: string): Promise<boolean>;
  makeFolder(path: string): Promise<void>;
  /** Leaves a folder with anything in it. */
  removeFolder(path: string): Promise<void>;
  /** Writes a new file that is safe on the disk when it resolves, with the mode and owner of the old one. */
  stage(path: string, bytes: Buffer, like: FoundFile | undefined): Promise<void>;
  discard(path: string): Promise<void>;
  /** Puts the staged file in its place in the same breath as it looks that nobody else changed it. False: somebody did. */
  swap(staged: string, path: string, expected: FoundFile | undefined): boolean;
  /** The same, for removing. */
  removeIfSame(path: string, expected: FoundFile): boolean;
  syncFolder(path: string): Promise<void>;
  /** How long ago a lock was taken or renewed, in milliseconds; `undefined` when there is none. */
  lockAge(path: string): number | undefined;
}

export const realDisk: Disk = {
  async read(path, { maxBytes }) {
    let file;
    try {
      // Not blocking: a pipe would wait for a writer.
      file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      if (codeOf(error) === "ENXIO" || codeOf(error) === "EISDIR") return "not a file";
      throw error;
    }
    await using opened = file;
    const facts = await opened.stat({ bigint: true });
    if (!facts.isFile()) return "not a file";
    if (facts.size > BigInt(maxBytes)) return "too large";
    const bytes = await opened.readFile();
    const { mode, uid, gid } = facts;
    return { bytes, identity: identityOf(facts), mode: Number(mode) & 0o7777, uid: Number(uid), gid: Number(gid) };
  },
  async isWritable(folder) {
    try {
      await access(folder, constants.W_OK | constants.X_OK);
      return true;
    } catch (error) {
      if (["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) return false;
      throw error;
    }
  },
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async removeFolder(path) {
    try {
      await rmdir(path);
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    }
  },
  async stage(path, bytes, like) {
    await using file = await open(path, "wx", 0o600);
    await file.writeFile(bytes);
    if (like) {
      const { uid, gid } = await file.stat();
      // The owner first: giving a file away clears some bits of its mode.
      if (uid !== like.uid || gid !== like.gid) await file.chown(like.uid, like.gid);
      await file.chmod(like.mode);
    }
    await file.sync();
  },
  discard: (path) => rm(path, { force: true }),
  swap(staged, path, expected) {
    if (!expected) return createAs(staged, path);
    if (!isSame(path, expected)) return false;
    renameSync(staged, path);
    return true;
  },
  removeIfSame(path, expected) {
    if (!isSame(path, expected)) return false;
    unlinkSync(path);
    return true;
  },
  async syncFolder(path) {
    await using handle = await open(path, "r");
    await handle.sync();
  },
  lockAge(path) {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts && Date.now() - facts.mtimeMs;
  },
};

/** True when the folder is there. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/** The folders above a path that are not there, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); !(await isFolder(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return missing;
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

interface Facts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Facts): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(":");

function isSame(path: string, { identity }: FoundFile): boolean {
  const facts = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return facts !== undefined && identityOf(facts) === identity;
}

/** A link is never made over an existing file; where there are no links, a look comes first. */
function createAs(staged: string, path: string): boolean {
  try {
    linkSync(staged, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(codeOf(error) ?? "")) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })) return false;
    renameSync(staged, path);
    return true;
  }
  unlinkSync(staged);
  return true;
}
