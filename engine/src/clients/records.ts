import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Documents, openDocuments } from "../state/documents.ts";
import { FileRecord, isSpent } from "./record.ts";

/** What we did to settings files, by real path. Remembered on disk before a file is touched. */
export interface Records {
  paths(): string[];
  find(path: string): FileRecord | undefined;
  /** A record of nothing is removed. Writes only what is new. */
  save(record: FileRecord): Promise<void>;
}

export async function openRecords(folder: string): Promise<Records> {
  return recordsIn(await openDocuments(folder, FileRecord));
}

export async function recordsIn(documents: Documents<FileRecord>): Promise<Records> {
  const stored = [...(await documents.readAll()).values()];
  const records = new Map(stored.map((record) => [record.path, record]));
  return {
    paths: () => [...records.keys()],
    find: (path) => records.get(path),
    async save(record) {
      const known = records.get(record.path);
      if (isSpent(record)) {
        if (known) await documents.remove(nameOf(record));
        records.delete(record.path);
      } else if (!isDeepStrictEqual(record, known)) {
        await documents.write(nameOf(record), record);
        records.set(record.path, record);
      }
    },
  };
}

/** Paths may be longer than names of files. */
const nameOf = ({ path }: FileRecord): string => createHash("sha256").update(path).digest("hex").slice(0, 32);
