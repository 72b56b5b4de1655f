import promises, { type FileHandle } from "node:fs/promises";
import { readFileSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";

/**
 * Imported first by a program that is to be killed: `node PROGRAM FOLDER STEP`. Every step that changes the disk is
 * counted, the process is killed in place of the one whose number was given, and each that was taken is reported on
 * stdout, so that what a power cut would undo can be undone.
 */
export type DiskStep =
  | { readonly kind: "create" | "make-folder" | "sync-folder" | "write" | "sync"; readonly path: string }
  | { readonly kind: "remove"; readonly path: string; readonly before: string | null }
  | { readonly kind: "rename"; readonly path: string; readonly to: string; readonly before: string | null }
  | { readonly kind: "acknowledged" };

const [, , folderArgument = "", fatal = ""] = process.argv;
export const folder = folderArgument;
let taken = 0;

/** Counts a step that is about to be taken; the fatal one never is. */
export async function step(): Promise<void> {
  if (++taken !== Number(fatal)) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}

/** What a caller would have been told by now. */
export const acknowledge = (): void => report({ kind: "acknowledged" });

const report = (done: DiskStep): void => void writeSync(1, `${JSON.stringify(done)}\n`);

const { mkdir, open, rename, rm } = promises;

const faulty = {
  async mkdir(path: string, options: { recursive: true }) {
    await step();
    const first = await mkdir(path, options);
    for (let at = path; first !== undefined && at.length >= first.length; at = dirname(at)) {
      report({ kind: "make-folder", path: at });
    }
    return first;
  },
  async open(path: string, flags: string, mode?: number) {
    if (flags === "r") return watchFolder(await open(path, flags), path);
    await step();
    const file = await open(path, flags, mode);
    report({ kind: "create", path });
    return watchFile(file, path);
  },
  async rename(path: string, to: string) {
    await step();
    const before = contentOf(to);
    await rename(path, to);
    report({ kind: "rename", path, to, before });
  },
  async rm(path: string, options: { force: true }) {
    await step();
    const before = contentOf(path);
    await rm(path, options);
    report({ kind: "remove", path, before });
  },
};

Object.assign(promises, faulty);
syncBuiltinESMExports();

/** A write is two steps: a process may die in the middle of one. */
function watchFile(file: FileHandle, path: string): FileHandle {
  const sync = file.sync.bind(file);
  return Object.assign(file, {
    async writeFile(text: string) {
      const half = Math.ceil(text.length / 2);
      for (const part of [text.slice(0, half), text.slice(half)]) {
        await step();
        await file.write(part);
        report({ kind: "write", path });
      }
    },
    async sync() {
      await step();
      await sync();
      report({ kind: "sync", path });
    },
  });
}

function watchFolder(handle: FileHandle, path: string): FileHandle {
  const sync = handle.sync.bind(handle);
  return Object.assign(handle, {
    async sync() {
      await step();
      await sync();
      report({ kind: "sync-folder", path });
    },
  });
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
