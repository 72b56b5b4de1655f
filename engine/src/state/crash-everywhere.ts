import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect } from "vitest";
import type { DiskStep } from "./fault-fs.ts";

export interface Crash {
  /** What the program's folder holds for whoever comes next. */
  readonly folder: string;
  /** How many of the program's changes were acknowledged. */
  readonly acknowledged: number;
}

export interface CrashOptions {
  /** Imports `fault-fs.ts` first, makes its changes one after the other, and acknowledges each. */
  readonly program: URL;
  /** Asserts that nothing acknowledged is lost and nothing half-done is seen. */
  readonly verify: (crash: Crash) => Promise<void>;
}

/**
 * Kills the program in front of every step that changes the disk, each time from the start, and verifies what is
 * left: as the kill left it, and as two power cuts at that moment may leave it. Answers with the number of kills.
 */
export async function crashEverywhere({ program, verify }: CrashOptions): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "thv-crash-"));
  try {
    const file = join(root, "program.mjs");
    await build({
      entryPoints: [fileURLToPath(program)],
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
    });
    for (let fatal = 1; ; fatal++) {
      const left = join(root, `kill-${fatal}.left`);
      const { steps, wasKilled } = await run(file, left, fatal);
      const acknowledged = steps.filter(({ kind }) => kind === "acknowledged").length;
      for (const folder of [left, ...powerCuts(left, steps)]) await verify({ folder, acknowledged });
      if (!wasKilled) return fatal - 1;
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function run(file: string, folder: string, fatal: number): Promise<{ steps: DiskStep[]; wasKilled: boolean }> {
  const child = spawn(process.execPath, [file, folder, String(fatal)], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, complaints, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  expect({ ended: signal ?? code, complaints }).toEqual({
    ended: expect.toBeOneOf(["SIGKILL", 0]),
    complaints: "",
  });
  const lines = output.split("\n").filter((line) => line !== "");
  return { steps: lines.map((line) => JSON.parse(line) as DiskStep), wasKilled: signal === "SIGKILL" };
}

/** Copies of a folder as a power cut may leave it. */
function powerCuts(left: string, steps: readonly DiskStep[]): string[] {
  const [nothing, names] = [`${left}.nothing-unsynced`, `${left}.names-only`];
  for (const copy of [nothing, names]) if (existsSync(left)) cpSync(left, copy, { recursive: true });
  const inCopy = (copy: string): readonly DiskStep[] =>
    steps.map((step) => JSON.parse(JSON.stringify(step).replaceAll(left, copy)) as DiskStep);

  // New names are lost too, unless their folder was synced after them.
  for (const step of unsyncedNames(inCopy(nothing)).toReversed()) undo(step);
  for (const path of unsyncedContents(inCopy(nothing))) if (existsSync(path)) truncateSync(path);
  // New names are there, and what they name is empty unless it was synced.
  for (const path of unsyncedContents(inCopy(names))) if (existsSync(path)) truncateSync(path);
  return [nothing, names];
}

function unsyncedNames(steps: readonly DiskStep[]): DiskStep[] {
  return steps.filter((step, at) => {
    if (!("path" in step) || !["create", "make-folder", "remove", "rename"].includes(step.kind)) return false;
    const folder = dirname(step.path);
    return !steps.slice(at).some((later) => later.kind === "sync-folder" && later.path === folder);
  });
}

function unsyncedContents(steps: readonly DiskStep[]): Set<string> {
  const unsynced = new Set<string>();
  for (const step of steps) {
    if (step.kind === "write") unsynced.add(step.path);
    if (step.kind === "sync" || step.kind === "remove") unsynced.delete(step.path);
    if (step.kind === "rename" && unsynced.delete(step.path)) unsynced.add(step.to);
  }
  return unsynced;
}

function undo(step: DiskStep): void {
  if (step.kind === "create" || step.kind === "make-folder") rmSync(step.path, { recursive: true, force: true });
  if (step.kind === "remove" && step.before !== null) writeFileSync(step.path, step.before);
  if (step.kind !== "rename") return;
  renameSync(step.to, step.path);
  if (step.before !== null) writeFileSync(step.to, step.before);
}
