import { helpFor } from "./help.ts";
import type { Api } from "../api/api.ts";
import { answerShell } from "../completion/answer-shell.ts";
import { liveNames } from "../completion/live-names.ts";
import { loadModule } from "../commands/modules.ts";
import type { CommandSpec } from "../manifest/spec.ts";
import type { Io } from "../output/io.ts";
import { createProgress } from "../output/progress.ts";
import { createPrompts } from "../output/prompts.ts";
import { createStyle, wantsColour } from "../output/style.ts";
import type { Context, Outcome } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { reportOf } from "./failure.ts";
import { findCommand } from "./find-command.ts";
import { type GlobalFlags, parse } from "./parse.ts";

export interface ProgramDeps extends Pick<Context, "io" | "env" | "places" | "settings" | "signal"> {
  readonly tree: readonly CommandSpec[];
  /** Opened when a command first asks for it. */
  readonly openApi: (context: Pick<Context, "places" | "signal" | "progress">) => Promise<Api>;
}

/** Runs one line; the answer is the exit code. Results go to stdout, everything else to stderr. */
export async function runProgram(line: readonly string[], deps: ProgramDeps): Promise<ExitCode> {
  const { io, env, tree, signal } = deps;
  if (line[0] === "__complete") {
    await answerShell(line.slice(1), { tree, names: liveNames(deps.places), stdout: io.stdout });
    return EXIT.success;
  }
  // Before the line is understood, an error can only guess how it is to be told.
  const failing = { isJson: line.includes("--json"), isDebug: line.includes("--debug") };
  try {
    const found = findCommand(line, tree);
    if (found.wantsHelp || found.spec.isGroup) {
      await io.stdout.write(`${helpFor(found.spec, tree, io.stdout.columns)}\n`);
      return EXIT.success;
    }
    const { invocation, globals } = parse(found, env);
    failing.isDebug = globals.debug;
    const isJson = globals.json || (invocation.flags as Readonly<Record<string, unknown>>)["format"] === "json";
    failing.isJson = isJson;
    const context = createContext(globals, isJson, deps);
    await warnOfDeprecated(found.spec, invocation.given, context);
    const { run } = await loadModule(found.spec.words);
    const outcome = await run(invocation, context);
    context.progress.done();
    if (outcome) await print(outcome, { io, isJson });
    return EXIT[outcome?.exit ?? "success"];
  } catch (error) {
    if (signal.aborted) return codeOfSignal(signal);
    await tellFailure(error, io, failing);
    return reportOf(error).exit_code;
  }
}

function createContext(globals: GlobalFlags, isJson: boolean, deps: ProgramDeps): Context {
  const { io, env, places, settings, signal } = deps;
  const isColoured = !isJson && wantsColour({ flag: globals.color, env, isTty: io.stdout.isTty });
  const tell = (text: string): void => {
    if (!globals.quiet) void io.stderr.write(`${text}\n`);
  };
  const progress = createProgress(io.stderr, { isOff: globals.quiet, isPlain: env["TERM"] === "dumb" });
  let opened: Promise<Api> | undefined;
  return {
    io,
    env,
    globals,
    isJson,
    places,
    settings,
    signal,
    tell,
    progress,
    style: createStyle(isColoured),
    prompts: createPrompts(io, { isOff: globals["no-input"], signal }),
    api: () => (opened ??= deps.openApi({ places, signal, progress })),
  };
}

async function print({ data, text }: Outcome, { io, isJson }: { io: Io; isJson: boolean }): Promise<void> {
  if (isJson) await io.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  else if (text !== "") await io.stdout.write(`${text}\n`);
}

async function tellFailure(
  error: unknown,
  { stderr }: Io,
  { isJson, isDebug }: { isJson: boolean; isDebug: boolean },
): Promise<void> {
  const { message, hint, ...rest } = reportOf(error);
  if (isJson) {
    await stderr.write(`${JSON.stringify({ error: { ...rest, message, ...(hint && { hint }) } })}\n`);
    return;
  }
  await stderr.write(`error: ${message}\n${hint ? `${hint}\n` : ""}`);
  if (isDebug && error instanceof Error) await stderr.write(`${error.stack ?? ""}\n`);
}

async function warnOfDeprecated({ flags }: CommandSpec, given: ReadonlySet<string>, { tell }: Context): Promise<void> {
  for (const name of given) {
    const instead = flags[name]?.deprecated;
    if (instead) tell(`warning: --${name} is deprecated; use ${instead}`);
  }
}

const codeOfSignal = ({ reason }: AbortSignal): ExitCode => {
  if (reason === "SIGINT") return EXIT.interrupted;
  return reason === "SIGTERM" ? EXIT.terminated : EXIT.success;
};
