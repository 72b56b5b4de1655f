import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import type { ClientFacts } from "./catalogue.ts";
import { codeOf, type Disk, isFolder } from "./disk.ts";
import { FORMATS } from "./formats.ts";
import { realPathOf } from "./real-path.ts";
import { reconcile } from "./reconcile.ts";
import type { FileRecord } from "./record.ts";
import type { Records } from "./records.ts";

interface Known {
  readonly disk: Disk;
  readonly records: Records;
}

/** True when a client's settings are on this machine. A file and folder that only we put there do not count. */
export async function isInstalled(facts: ClientFacts, { disk, records }: Known): Promise<boolean> {
  const { file, format, installedBy } = facts;
  const isThere = installedBy === "folder" && (await isFolder(dirname(file)));
  try {
    const path = await realPathOf(file);
    const found = await disk.read(path, { maxBytes: FORMATS[format].maxBytes });
    const record = records.find(path);
    if (typeof found !== "object" || !record || !isAllOurs(found.bytes.toString(), record)) {
      return isThere || (installedBy === "file" && found !== undefined);
    }
    return isThere && !(record.made_folders.includes(dirname(path)) && (await readdir(dirname(path))).length === 1);
  } catch (error) {
    // Settings that cannot be read are settings, too.
    if (error instanceof AppError || ["EACCES", "ENOTDIR"].includes(codeOf(error) ?? "")) return isThere;
    throw error;
  }
}

function isAllOurs(text: string, record: FileRecord): boolean {
  const plan = reconcile(FORMATS[record.syntax], { text, record, wanted: new Map(), isForced: false });
  return plan.text === undefined;
}
