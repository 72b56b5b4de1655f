import type { FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { readable, workloadOfLine } from "../shared/server-log.ts";

const LOOK_EVERY_MS = 300;

/** What the server in the background noted of one workload, and where the file ended then, at the end of a line. */
export async function readNotes(
  file: FileHandle,
  workload: string,
  from = 0,
): Promise<{ lines: readonly string[]; end: number }> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.max(0, size - from));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  const whole = bytes.subarray(0, bytes.lastIndexOf("\n", bytesRead) + 1);
  const lines = whole.toString("utf8").split("\n");
  return {
    lines: lines.filter((line) => workloadOfLine(line) === workload).map(readable),
    end: from + whole.length,
  };
}

export interface FollowNotesOptions {
  readonly from: number;
  readonly onLine: (line: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Goes on where the file ended, until the signal fires; the file only grows, unless it is pruned. */
export async function followNotes(
  file: FileHandle,
  workload: string,
  { from, onLine, signal }: FollowNotesOptions,
): Promise<never> {
  for (let at = from; ;) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    const { size } = await file.stat();
    const { lines, end } = await readNotes(file, workload, Math.min(at, size));
    for (const line of lines) await onLine(line);
    at = end;
  }
}
