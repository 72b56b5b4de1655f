import { Readable } from "node:stream";
import type { Api } from "../api/api.ts";
import { TREE } from "../manifest/tree.ts";
import type { Io, Output } from "../output/io.ts";
import type { ExitCode } from "./exit-codes.ts";
import { type ProgramDeps, runProgram } from "./run-program.ts";

export interface LineResult {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LineSurroundings {
  readonly api?: Partial<Api>;
  readonly openApi?: ProgramDeps["openApi"];
  readonly env?: Readonly<Record<string, string>>;
  readonly tty?: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  /** What is piped in. */
  readonly stdin?: string;
  /** What a person answers, one after the other. */
  readonly answers?: readonly string[];
  readonly columns?: number;
  readonly signal?: AbortSignal;
  readonly writeFailure?: Error;
}

/** Runs a line in memory: no process, no server, no engine, no settings of this machine. */
export async function runLine(line: readonly string[], surroundings: LineSurroundings = {}): Promise<LineResult> {
  const { api, env = {}, tty = {}, stdin = "", answers = [], columns = 80, signal, writeFailure } = surroundings;
  const waiting = [...answers];
  const stdout = memoryOutput(tty.stdout ?? false, columns, writeFailure);
  const stderr = memoryOutput(tty.stderr ?? false, columns);
  const io: Io = {
    stdin: {
      isTty: tty.stdin ?? false,
      stream: Readable.from([]),
      readAll: async () => stdin,
      readLine: async ({ ask }) => {
        await ask();
        return waiting.shift();
      },
    },
    stdout,
    stderr,
  };
  const code = await runProgram(line, {
    tree: TREE,
    io,
    env,
    signal: signal ?? new AbortController().signal,
    places: {
      home: "/nowhere",
      stateFolder: "/nowhere/state",
      runtimeFolder: undefined,
      configFile: "/nowhere/config",
    },
    settings: () => Promise.reject(new Error("the settings are not to be read here")),
    openApi:
      surroundings.openApi ??
      (async () => {
        if (!api) throw new Error("the server is not to be asked here");
        return refusingApi(api);
      }),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function memoryOutput(isTty: boolean, columns: number, failure?: Error): Output & { text: () => string } {
  let text = "";
  return {
    isTty,
    columns,
    failure: () => failure,
    write: async (more) => {
      text += more;
    },
    text: () => text,
  };
}

function refusingApi(api: Partial<Api>): Api {
  const refuse = (path: string): Promise<never> => Promise.reject(new Error(`"${path}" is not to be asked here`));
  return { get: refuse, getText: refuse, post: refuse, put: refuse, delete: refuse, ...api };
}
