import { AppError } from "@toolhaven/contract/errors";
import { createMemoryStreams, type MemoryStreams } from "./memory-streams.ts";
import type { ContainerDetails, ContainerId, ContainerSpec, ContainerState } from "./runtime.ts";

/**
 * What runs in a container in memory. It exits when the function is through, with 0, or with 1 when that failed.
 * An `AppError` thrown before anything is awaited refuses the start.
 */
export type MemoryProgram = (process: MemoryProcess) => unknown;

export interface MemoryProcess {
  readonly spec: ContainerSpec;
  readonly stdin: AsyncIterable<Buffer>;
  stdout(output: string | Uint8Array): Promise<void>;
  stderr(output: string | Uint8Array): Promise<void>;
  /** Fires when the process is over, however that came. */
  readonly signal: AbortSignal;
  exit(code: number): void;
  /** Instead of the exit with 143 that a request to stop brings. */
  onTerm(act: () => void): void;
  /** Tells on which port of this machine `spec.port` answers; nothing does until then. */
  listensOn(port: number): void;
}

export interface MemoryContainer {
  readonly id: ContainerId;
  readonly spec: ContainerSpec;
  details(): ContainerDetails;
  start(): void;
  /** Resolves when the process is over; kills it after the grace. */
  stop(graceSeconds: number): Promise<void>;
  /** Ends the process at once. */
  end(exitCode: number, options?: { outOfMemory?: boolean }): void;
  readonly streams: MemoryStreams;
  log(tail: number): string;
}

export interface MemoryContainerDeps {
  readonly id: ContainerId;
  readonly spec: ContainerSpec;
  readonly imageId: string;
  readonly program: MemoryProgram;
  readonly onChange: () => void;
}

const TERMINATED = 143;
const KILLED = 137;
/** A port where nothing listens, for servers that have not said where they do. */
const CLOSED_PORT = 1;
const MAX_LOG_CHUNKS = 10_000;

interface Run {
  readonly closing: AbortController;
  term: () => void;
  port: number;
}

export function createMemoryContainer({ id, spec, imageId, program, onChange }: MemoryContainerDeps): MemoryContainer {
  let state: ContainerState = "created";
  let startedMs = 0;
  let exitCode: number | undefined;
  let outOfMemory = false;
  let run: Run | undefined;
  let streams = createMemoryStreams();
  const written: Buffer[] = [];

  return {
    id,
    spec,
    details,
    start,
    stop,
    end,
    get streams() {
      return streams;
    },
    log: (tail) => lastLines(Buffer.concat(written).toString("utf8"), tail),
  };

  function details(): ContainerDetails {
    const { name, labels, port } = spec;
    return {
      id,
      name,
      labels,
      state,
      image: imageId,
      startedAt: startedMs === 0 ? "" : new Date(startedMs).toISOString(),
      exitCode: state === "exited" ? exitCode : undefined,
      outOfMemory,
      address: port === undefined || !run ? undefined : { host: "127.0.0.1", port: run.port },
    };
  }

  function start(): void {
    if (run) return;
    const mine: Run = { closing: new AbortController(), term: () => end(TERMINATED), port: CLOSED_PORT };
    run = mine;
    state = "running";
    // Two starts within one millisecond are still two runs.
    startedMs = Math.max(Date.now(), startedMs + 1);
    outOfMemory = false;
    const into = streams;
    const ifStill = (act: () => void): void => {
      if (run === mine) act();
    };
    const write = async (stream: "stdout" | "stderr", output: string | Uint8Array): Promise<void> => {
      const bytes = Buffer.from(output as Uint8Array);
      if (written.push(bytes) > MAX_LOG_CHUNKS) written.shift();
      await into.write(stream, bytes);
    };
    try {
      const over = program({
        spec,
        stdin: into.stdin,
        stdout: (output) => write("stdout", output),
        stderr: (output) => write("stderr", output),
        signal: mine.closing.signal,
        exit: (code) => ifStill(() => end(code)),
        onTerm(act) {
          mine.term = act;
        },
        listensOn(port) {
          mine.port = port;
        },
      });
      Promise.resolve(over).then(
        () => ifStill(() => end(0)),
        () => ifStill(() => end(1)),
      );
    } catch (error) {
      run = undefined;
      state = "created";
      startedMs = 0;
      if (error instanceof AppError) throw error;
      throw new AppError("internal", "the program in memory failed to start", { cause: error });
    }
    onChange();
  }

  async function stop(graceSeconds: number): Promise<void> {
    if (!run) return;
    const { closing, term } = run;
    const over = new Promise((resolve) => closing.signal.addEventListener("abort", resolve));
    const kill = setTimeout(() => end(KILLED), graceSeconds * 1000);
    term();
    if (!closing.signal.aborted) await over;
    clearTimeout(kill);
  }

  function end(code: number, options: { outOfMemory?: boolean } = {}): void {
    if (!run) return;
    const { closing } = run;
    run = undefined;
    state = "exited";
    exitCode = code;
    outOfMemory = options.outOfMemory ?? false;
    streams.end();
    streams = createMemoryStreams();
    closing.abort(new Error("the process is over"));
    onChange();
  }
}

function lastLines(text: string, count: number): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(Math.max(0, lines.length - count)).join("");
}
