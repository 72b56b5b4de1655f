import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { onTestFinished, vi } from "vitest";
import { openProxy, type ProxyHandle, type ProxyNotice, type ProxyOptions } from "./open-proxy.ts";
import type { SessionStore } from "./session-store.ts";
import type { StdioUpstream } from "./upstream.ts";

/** Every test here starts processes, which takes its time on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

const SERVER = join(import.meta.dirname, "../fixtures/stdio-server.mjs");

export interface TestServer {
  readonly run: string;
  /** All that was ever written to its stdin. */
  written(): string;
  /** The process, as the proxy sees it; may be asked for again, as after a restart of the daemon. */
  attach(): StdioUpstream;
  kill(): Promise<void>;
}

let runs = 0;

/** A process of the fixture server. */
export const startServer = (...flags: string[]): TestServer => startProgram(SERVER, flags);

/** A process of any server. It outlives the proxy's interest in it and ends with the test. */
export function startProgram(file: string, flags: readonly string[] = []): TestServer {
  runs += 1;
  const run = `run-${runs}`;
  const written: Buffer[] = [];
  const child = spawn(process.execPath, [file, ...flags], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  child.stdin.on("error", () => undefined);
  const server: TestServer = {
    run,
    written: () => Buffer.concat(written).toString(),
    attach: () => attachTo(child, { run, written }),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
  onTestFinished(server.kill);
  return server;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

function attachTo(child: Child, { run, written }: { run: string; written: Buffer[] }): StdioUpstream {
  const { stdin, stdout } = child;
  let detach = (): void => undefined;
  return {
    kind: "stdio",
    run,
    write(bytes) {
      written.push(Buffer.from(bytes));
      return stdin.write(bytes);
    },
    open({ onStdout, onDrain, onEnd }) {
      stdout.on("data", onStdout);
      stdin.on("drain", onDrain);
      child.on("exit", onEnd);
      detach = () => {
        stdout.off("data", onStdout);
        stdin.off("drain", onDrain);
        child.off("exit", onEnd);
      };
    },
    pause: () => void stdout.pause(),
    resume: () => void stdout.resume(),
    [Symbol.dispose]: () => detach(),
  };
}

/** A store that survives the proxies of a test, as a file survives daemons. */
export function memoryStore(): SessionStore & { entries: unknown[] } {
  const store = {
    entries: [] as unknown[],
    read: () => Promise.resolve(structuredClone(store.entries)),
    async append(entry: unknown) {
      // Not in the same turn: whoever does not wait for it shall be found out.
      await new Promise((resolve) => setImmediate(resolve));
      store.entries.push(structuredClone(entry));
    },
    async replace(entries: readonly unknown[]) {
      await new Promise((resolve) => setImmediate(resolve));
      store.entries = structuredClone([...entries]);
    },
  };
  return store;
}

export interface TestProxy extends ProxyHandle {
  readonly url: string;
  readonly notices: ProxyNotice[];
}

export async function startProxy(options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
  const notices: ProxyNotice[] = [];
  const proxy = await openProxy({
    name: "fixture",
    host: "127.0.0.1",
    port: 0,
    mode: "streamable-http",
    upstream: "stdio",
    sessions: memoryStore(),
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const path = options.mode === "sse" ? "/sse" : "/mcp";
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}${path}`, notices };
}

/** A proxy with a server behind it. */
export async function start(
  flags: readonly string[] = [],
  options: Partial<ProxyOptions> = {},
): Promise<{ proxy: TestProxy; server: TestServer }> {
  const server = startServer(...flags);
  const proxy = await startProxy(options);
  proxy.connect(server.attach());
  return { proxy, server };
}

/** Waits until what is asked for is there; the test's own time limit is the deadline. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
