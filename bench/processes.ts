import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server under measurement: where it listens, and the process whose CPU time counts. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

export interface LoadResult {
  readonly wallMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly wrong: number;
  readonly failed: number;
}

/** Starts one of this folder's scripts that prints its port. */
export async function startScript(name: string, script: string, args: readonly string[] = []): Promise<Target> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    name,
    url: `http://127.0.0.1:${port}/mcp`,
    pid: child.pid!,
    [Symbol.asyncDispose]: () => endOf(child),
  };
}

export async function runLoad(url: string, clients: number, calls: number): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.mjs"), url, String(clients), String(calls)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as LoadResult;
}

/** User and system time of one process so far, from proc(5); resolution 10 ms. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function rssMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function endOf(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.stdin?.end();
  await ended;
}
