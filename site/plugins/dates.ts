import { spawnSync } from "node:child_process";

export interface Dates {
  /** Whether there is a history at all; a copy of the sources has none. */
  readonly isKnown: boolean;
  /** When a file, named relative to the folder, was last changed; undefined for files without a history. */
  get(file: string): string | undefined;
  /** The newest of all, or the day of the build where there is no history. */
  readonly latest: string;
}

export function datesOfChange(folder: string): Dates {
  const log = ["log", "--format=%x00%cI", "--name-only", "--relative", "--no-renames", "--", "."];
  const { stdout } = spawnSync("git", log, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  const dates = new Map<string, string>();
  let latest: string | undefined;
  for (const commit of (stdout ?? "").split("\0").slice(1)) {
    const [date = "", ...files] = commit.split("\n");
    latest ??= date;
    for (const file of files) if (file !== "" && !dates.has(file)) dates.set(file, date);
  }
  return { isKnown: latest !== undefined, get: (file) => dates.get(file), latest: latest ?? new Date().toISOString() };
}
