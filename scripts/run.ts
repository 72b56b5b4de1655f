import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";

export const root = join(import.meta.dirname, "..");

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The program's output goes to ours as it comes, instead of into the result. */
  readonly isShown?: boolean;
  /** A program that runs longer is killed, together with all it started. */
  readonly limitMs?: number;
}

export interface RunResult {
  readonly ok: boolean;
  /** Both streams where they were not shown. */
  readonly stdout: string;
  readonly stderr: string;
  readonly isOverdue: boolean;
}

const running = new Set<ChildProcess>();

/** Runs one program in the project's folder; installed tools are found by name. Stdin is empty. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { env, isShown = false, limitMs = 30 * 60_000 } = options;
  const [program = "", ...args] = command;
  const output = isShown ? "inherit" : "pipe";
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", output, output],
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`, ...env },
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  running.add(child);
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    endGroup(child, "SIGKILL");
  }, limitMs);
  try {
    const [stdout, stderr] = await Promise.all([
      child.stdout ? text(child.stdout) : "",
      child.stderr ? text(child.stderr) : "",
      child.exitCode === null ? once(child, "close") : undefined,
    ]);
    return { ok: child.exitCode === 0, stdout, stderr, isOverdue };
  } catch (error) {
    return { ok: false, stdout: "", stderr: `cannot run "${program}": ${(error as Error).message}`, isOverdue };
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

/** Passes a signal on to everything that `run` started and is not over. */
export function endAll(signal: NodeJS.Signals): void {
  for (const child of running) endGroup(child, signal);
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
