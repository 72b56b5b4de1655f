import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@toolhaven/engine/wait";
import { removeEverything } from "./docker.ts";

export const PROGRAM = join(import.meta.dirname, "../../dist/thv.js");

/** What one line came to. */
export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** Waits until stdout, or both streams together, hold what the pattern says. */
  says(pattern: RegExp, from?: "stdout" | "stderr"): Promise<RegExpExecArray>;
}

export interface LineOptions {
  /** What stands on stdin, which then ends. Left out: it is empty. `null`: it stays open. */
  readonly stdin?: string | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A user of his own: the built program with a home, settings and state that nothing else uses. */
export interface User extends AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  thv(args: readonly string[], options?: LineOptions): Promise<Ended>;
  start(args: readonly string[], options?: LineOptions): Running;
  /** Any program in this user's surroundings. */
  spawn(program: string, args: readonly string[], options?: LineOptions): Running;
}

const SAY_LIMIT_MS = 60_000;
const users = new Set<User>();

/** Takes away what tests left that failed half way. */
export async function endUsers(): Promise<void> {
  for (const user of users) await user[Symbol.asyncDispose]();
}

export async function newUser(program: string = PROGRAM): Promise<User> {
  const folder = await mkdtemp(join(tmpdir(), "thv-user-"));
  const state = join(folder, "state");
  const env = {
    PATH: process.env["PATH"]!,
    HOME: join(folder, "home"),
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_RUNTIME_DIR: join(folder, "run"),
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    ...(process.env["DOCKER_HOST"] && { DOCKER_HOST: process.env["DOCKER_HOST"] }),
  };
  for (const each of [env.HOME, env.XDG_RUNTIME_DIR]) await mkdir(each, { mode: 0o700 });
  const user: User = {
    folder,
    env,
    thv: (args, options) => user.start(args, options).ended,
    // As the program's first line has it.
    start: (args, options) => user.spawn(process.execPath, ["--", program, ...args], options),
    spawn: (name, args, { stdin = "", env: more = {}, cwd = folder } = {}) => {
      const child = spawn(name, args, { env: { ...env, ...more }, cwd, stdio: "pipe" });
      if (stdin !== null) child.stdin.end(stdin);
      child.stdin.on("error", () => undefined);
      return watch(child);
    },
    async [Symbol.asyncDispose]() {
      if (!users.delete(user)) return;
      await endServer(state);
      if (await isFile(join(state, "toolhaven", "instance.json"))) removeEverything({ home: state }, env);
      await rm(folder, { recursive: true, force: true });
    },
  };
  users.add(user);
  return user;
}

function watch(child: ChildProcessWithoutNullStreams): Running {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  let isEnded = false;
  void ended.finally(() => (isEnded = true));
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async says(pattern, from) {
      const find = (): RegExpExecArray | null =>
        pattern.exec(from === "stdout" ? stdout : from === "stderr" ? stderr : stdout + stderr);
      await waitUntil(async () => find() !== null || isEnded, {
        signal: AbortSignal.timeout(SAY_LIMIT_MS),
        everyMs: 20,
      });
      const found = find();
      if (!found) throw new Error(`it ended without saying ${pattern}: ${stdout}${stderr}`);
      return found;
    },
  };
}

/** The process that holds a state folder; `undefined` when there is none. */
export async function serverOf(state: string): Promise<number | undefined> {
  const holder = await readFile(join(state, "toolhaven", "daemon.lock"), "utf8").catch(() => "");
  return Number(/^\d+/.exec(holder)?.[0]) || undefined;
}

export async function endServer(state: string, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const id = await serverOf(state);
  if (id === undefined) return;
  const isAlive = (): boolean => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  if (isAlive()) process.kill(id, signal);
  await waitUntil(async () => !isAlive() || (await isZombie(id)), { signal: AbortSignal.timeout(30_000), everyMs: 20 });
}

const isZombie = async (id: number): Promise<boolean> =>
  / [ZX] /.test((await readFile(`/proc/${id}/stat`, "utf8").catch(() => " X ")).replace(/^.*\)/s, ""));

const isFile = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  );
