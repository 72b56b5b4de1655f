import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import { type IgnoreRules, readIgnoreRules } from "./ignore-file.ts";

/** A Go module on this machine, as it is sent to a builder. */
export interface LocalSource {
  /** Where its `go.mod` lies. */
  readonly root: string;
  /** The folder of the program, relative to the root: `.` or `./cmd/server`. */
  readonly mainFolder: string;
  readonly entries: readonly SourceEntry[];
  /** Of every path, mode and content. */
  readonly hash: string;
}

export type SourceEntry =
  | { readonly kind: "file"; readonly path: string; readonly sizeBytes: number; readonly mode: number }
  | { readonly kind: "link"; readonly path: string; readonly target: string };

export interface SourceLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Far more than a program's own text; a data set or a virtual machine that lies beside it is a mistake. */
const LIMITS: SourceLimits = { bytes: 100 * 1024 ** 2, files: 20_000 };
/** What may stand in the path of a Go package, and so in a word of the build. */
const MAIN_FOLDER = /^[A-Za-z0-9_.~+/-]*$/;

/**
 * Reads what belongs to the Go project in a folder: its module's files but those that `.dockerignore` names, and never
 * `.git`, `.env` and `node_modules`. Links that lead out of the module stay out.
 * @throws AppError `invalid_input` when there is no Go module, or when it is too big
 */
export async function readLocalSource(
  folder: string,
  { signal, limits = LIMITS }: { signal: AbortSignal; limits?: SourceLimits },
): Promise<LocalSource> {
  const start = await realFolder(folder);
  const root = await moduleRoot(start, folder);
  const inside = relative(root, start).split(sep).join("/");
  if (!MAIN_FOLDER.test(inside)) throw invalid(folder, "its path holds characters that a Go package's must not");
  const rules = readIgnoreRules(await readIgnoreFile(root));
  const entries = await collect(root, { rules, limits, signal });
  const hash = createHash("sha256");
  for (const entry of entries) {
    signal.throwIfAborted();
    await addToHash(hash, root, entry);
  }
  return { root, mainFolder: inside === "" ? "." : `./${inside}`, entries, hash: hash.digest("hex") };
}

/** Of a file that lies there; a link that took its place since is not followed. */
export const openSource = (root: string, path: string): Promise<FileHandle> =>
  open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);

async function collect(
  root: string,
  { rules, limits, signal }: { rules: IgnoreRules; limits: SourceLimits; signal: AbortSignal },
): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  const sizes = new Map<string, number>();
  let bytes = 0;
  await walk("");
  return entries;

  async function walk(folder: string): Promise<void> {
    signal.throwIfAborted();
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const isOut = rules.leavesOut(path);
      if (isOut && !rules.hasExceptions) continue;
      const found = await lstat(join(root, path));
      if (found.isDirectory()) await walk(path);
      else if (!isOut && found.isFile())
        add({ kind: "file", path, sizeBytes: found.size, mode: found.mode & 0o111 ? 0o755 : 0o644 });
      else if (!isOut && found.isSymbolicLink()) await addLink(path);
    }
  }

  async function addLink(path: string): Promise<void> {
    const target = await readlink(join(root, path));
    const end = resolve(root, dirname(path), target);
    // An absolute one would mean another place in the image.
    if (!target.startsWith("/") && isWithin(root, end)) add({ kind: "link", path, target });
  }

  function add(entry: SourceEntry): void {
    entries.push(entry);
    const top = entry.path.split("/", 1)[0]!;
    const size = entry.kind === "file" ? entry.sizeBytes : 0;
    bytes += size;
    sizes.set(top, (sizes.get(top) ?? 0) + size);
    if (bytes <= limits.bytes && entries.length <= limits.files) return;
    const [biggest = "", most = 0] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    const excess = bytes > limits.bytes ? `more than ${megabytes(limits.bytes)}` : `more than ${limits.files} files`;
    throw invalid(
      root,
      `${excess} to send to the builder; "${biggest}" alone has ${megabytes(most)} or more; leave out what is not needed in "${join(root, ".dockerignore")}"`,
    );
  }
}

async function addToHash(hash: Hash, root: string, entry: SourceEntry): Promise<void> {
  if (entry.kind === "link") {
    hash.update(`link\0${entry.path}\0${entry.target}\0`);
    return;
  }
  hash.update(`file\0${entry.path}\0${entry.mode}\0${entry.sizeBytes}\0`);
  await using file = await openSource(root, entry.path);
  for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
}

async function realFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: NodeJS.ErrnoException) => {
    throw invalid(folder, cause.code === "ENOENT" ? "there is no such folder" : `cannot be read (${cause.code})`);
  });
  if (!found.isDirectory()) throw invalid(folder, "it is a file; name the folder of the Go project");
  return realpath(folder);
}

/** The nearest folder upwards that has a `go.mod`, as Go itself looks for it. */
async function moduleRoot(start: string, asked: string): Promise<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    const isModule = await stat(join(folder, "go.mod")).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isModule) return folder;
    if (dirname(folder) === folder) throw invalid(asked, `there is no "go.mod" in it or above`);
  }
}

async function readIgnoreFile(root: string): Promise<string> {
  return readFile(join(root, ".dockerignore"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(root + sep);
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

const invalid = (folder: string, why: string): AppError =>
  new AppError("invalid_input", `cannot build the Go project in "${folder}": ${why}`);
