import { writeFileSync } from "node:fs";
import type { Documents } from "../state/documents.ts";
import type { Disk } from "./disk.ts";
import type { FileRecord } from "./record.ts";

/** Counts the steps of edits, so that something can happen at any one of them. */
export interface Steps {
  /** Called before and after each step, with a number that only grows. */
  readonly onStep: (step: number) => void;
  count: number;
}

export class PowerCut extends Error {}

/** The power goes at one step and stays away. */
export function cutAt(last: number): Steps {
  return {
    count: 0,
    onStep(now) {
      if (now >= last) throw new PowerCut(`step ${now}`);
    },
  };
}

export function watchedDisk(disk: Disk, steps: Steps): Disk {
  return {
    ...disk,
    read: (path, options) => watched(steps, () => disk.read(path, options)),
    makeFolder: (path) => watched(steps, () => disk.makeFolder(path)),
    removeFolder: (path) => watched(steps, () => disk.removeFolder(path)),
    discard: (path) => watched(steps, () => disk.discard(path)),
    syncFolder: (path) => watched(steps, () => disk.syncFolder(path)),
    async stage(path, bytes, like) {
      pass(steps);
      try {
        pass(steps);
      } catch (error) {
        writeFileSync(path, bytes.subarray(0, bytes.length / 2));
        throw error;
      }
      await disk.stage(path, bytes, like);
      pass(steps);
    },
    swap(staged, path, expected) {
      pass(steps);
      const isDone = disk.swap(staged, path, expected);
      pass(steps);
      return isDone;
    },
    removeIfSame(path, expected) {
      pass(steps);
      const isDone = disk.removeIfSame(path, expected);
      pass(steps);
      return isDone;
    },
  };
}

export const watchedDocuments = (documents: Documents<FileRecord>, steps: Steps): Documents<FileRecord> => ({
  readAll: documents.readAll,
  write: (name, record) => watched(steps, () => documents.write(name, record)),
  remove: (name) => watched(steps, () => documents.remove(name)),
});

async function watched<T>(steps: Steps, work: () => Promise<T>): Promise<T> {
  pass(steps);
  const result = await work();
  pass(steps);
  return result;
}

function pass(steps: Steps): void {
  steps.onStep(steps.count++);
}
