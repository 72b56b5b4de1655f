import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { removeEverything } from "./docker.ts";

/** The built program, run as a user runs it, on a state folder of its own. */
export interface Daemon extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly home: string;
  /** What it wrote to stderr so far: its log. */
  readonly log: () => string;
  /** Sends a signal and waits for the end; the exit code, or `null` after a signal that kills. */
  end(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

const PROGRAM = join(import.meta.dirname, "../../dist/thv.js");

export interface DaemonOptions {
  /** State folder to use again after a restart; made, and removed at the end, when absent. */
  home?: string;
  port?: number;
  env?: Readonly<Record<string, string>>;
}

export async function startDaemon({ home, port = 0, env = {} }: DaemonOptions = {}): Promise<Daemon> {
  const folder = home ?? (await freshHome());
  const child = spawn(process.execPath, [PROGRAM, "serve", "--port", String(port)], {
    env: { ...process.env, XDG_STATE_HOME: folder, TOOLHAVEN_LOG_LEVEL: "debug", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.set(child, { home: folder, env });
  child.once("exit", () => running.delete(child));
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const url = await addressOf(child, () => log);
  return {
    url,
    pid: child.pid!,
    home: folder,
    log: () => log,
    end: (signal) => end(child, signal),
    async [Symbol.asyncDispose]() {
      await end(child, "SIGTERM");
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}

const running = new Map<ChildProcess, { home: string; env: Readonly<Record<string, string>> }>();

/** What a test that failed half way left: its daemon, which would go on making containers, and those containers. */
export async function endDaemons(): Promise<void> {
  for (const [child, { home, env }] of running) {
    await end(child, "SIGKILL");
    removeEverything({ home }, env);
  }
}

export const freshHome = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-home-"));

async function addressOf(child: ChildProcess, log: () => string): Promise<string> {
  const exited = once(child, "exit").then(() => {
    throw new Error(`the daemon ended at start:\n${log()}`);
  });
  const lines = createInterface({ input: child.stdout! });
  const told = new Promise<string>((resolve) => {
    lines.on("line", (line) => {
      const url = /(http:\/\/\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([told, exited]);
  exited.catch(() => undefined);
  return url;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}
