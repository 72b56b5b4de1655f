import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { SessionStore } from "@toolhaven/proxy/session-store";
import { readIfThere, writeDurably } from "./durable-file.ts";

/**
 * An append-only file of JSON lines. An append is complete once the operating system has it: it survives the
 * death of this process, which is what sessions need (after a power cut their servers are gone too), and costs
 * no fsync per session.
 */
export function openJournal(path: string): SessionStore {
  let queue: Promise<unknown> = Promise.resolve();
  /** A crash may leave half a line; the next append must not continue it. */
  let endsCleanly: boolean | undefined;

  return {
    read: () =>
      inOrder(async () => {
        const text = (await readIfThere(path)) ?? "";
        endsCleanly = text === "" || text.endsWith("\n");
        return text.split("\n").flatMap(parseLine);
      }),
    append: (entry) =>
      inOrder(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await using file = await open(path, "a", 0o600);
        await file.appendFile(`${endsCleanly === false ? "\n" : ""}${JSON.stringify(entry)}\n`);
        endsCleanly = true;
      }),
    replace: (entries) =>
      inOrder(async () => {
        await writeDurably(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
        endsCleanly = true;
      }),
  };

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  }
}

export async function removeJournal(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** A line cut off by a crash was never acknowledged and is left out. */
function parseLine(line: string): unknown[] {
  if (line === "") return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
