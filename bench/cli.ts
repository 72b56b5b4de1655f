import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endUsers, newUser, PROGRAM } from "../spec/product/cli-user.ts";
import { median, round } from "./stats.ts";

const ROUNDS = 20;
const WORKLOADS = 50;
/** A remote server costs the command line what any other does, and the machine nothing. */
const NOWHERE = "http://127.0.0.1:9/mcp";

export interface CliRow {
  readonly line: string;
  /** Of the whole process, user and system time. */
  readonly cpuMs: number;
  /** Over a Node process that does nothing, in the same run. */
  readonly overNodeMs: number;
  readonly toNode: number;
}

/** CPU time of short lines against that of an empty program; all of them in turns, so that other load hits all alike. */
export async function measureCli(): Promise<CliRow[]> {
  await using user = await newUser();
  const empty = join(user.folder, "empty.mjs");
  writeFileSync(empty, "");
  for (let number = 1; number <= WORKLOADS; number += 1) {
    const { code, stderr } = await user.thv(["run", "--name", `bench-${number}`, "--no-wait", NOWHERE]);
    if (code !== 0) throw new Error(`workload ${number} does not run: ${stderr}`);
  }
  const lines: ReadonlyArray<readonly [title: string, args: readonly string[]]> = [
    ["empty Node program", [empty]],
    ["thv version", [PROGRAM, "version"]],
    ["thv --help", [PROGRAM, "--help"]],
    [`thv list, ${WORKLOADS} workloads`, [PROGRAM, "list", "--all"]],
  ];
  const times = lines.map((): number[] => []);
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const [at, [, args]] of lines.entries()) {
      const ms = await cpuOf(args, user.env);
      // The first reads the files from the disk.
      if (turn > 0) times[at]!.push(ms);
    }
  }
  await endUsers();
  const node = median(times[0]!);
  return lines.map(([line], at) => {
    const cpuMs = median(times[at]!);
    return { line, cpuMs: round(cpuMs), overNodeMs: round(cpuMs - node), toNode: round(cpuMs / node) };
  });
}

/** Told by the shell, which waits for the process and knows nothing of other programs. */
async function cpuOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';
  const child = spawn("bash", ["-c", script, "bench", process.execPath, ...args], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
  await once(child, "close");
  const [user = 0, system = 0] = told.trim().split(" ").map(Number);
  return (user + system) * 1000;
}
