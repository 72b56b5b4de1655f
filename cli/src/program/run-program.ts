import { PRODUCT } from "@toolhaven/contract/product";
import type { Api } from "../api/api.ts";
import { loadModule } from "../commands/modules.ts";
import type { CommandSpec } from "../manifest/spec.ts";
import { createProgress } from "../output/progress.ts";
import { createPrompts } from "../output/prompts.ts";
import { createStyle, wantsColour } from "../output/style.ts";
import type { Context, Outcome } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { Failure, reportOf } from "./failure.ts";
import { findCommand } from "./find-command.ts";
import { helpFor } from "./help.ts";
import { type GlobalFlags, parse, type Parsed } from "./parse.ts";

export interface ProgramDeps extends Pick<Context, "io" | "env" | "places" | "settings" | "signal"> {
  readonly tree: readonly CommandSpec[];
  /** Opened when a command first asks for it. */
  readonly openApi: (context: Pick<Context, "places" | "signal" | "progress" | "tell">) => Promise<Api>;
}

/** How failures are told. */
interface Telling {
  readonly isJson: boolean;
  readonly isDebug: boolean;
  readonly color: string | undefined;
}

/** Runs one line; the answer is the exit code. Results go to stdout, everything else to stderr. */
export async function runProgram(line: readonly string[], deps: ProgramDeps): Promise<ExitCode> {
  const { io, tree, signal, places } = deps;
  if (line[0] === "__complete") {
    const { answerShell } = await import("../completion/answer-shell.ts");
    await answerShell(line.slice(1), { tree, places, stdout: io.stdout });
    return EXIT.success;
  }
  let telling = guess(line);
  try {
    const found = findCommand(line, tree);
    if (found.spec.words.length === 0 && found.argv.includes("--version")) return await tellVersion(found.argv, deps);
    if (found.wantsHelp || found.spec.isGroup) {
      await io.stdout.write(`${helpFor(found.spec, tree, io.stdout.columns)}\n`);
      return EXIT.success;
    }
    const parsed = parse(found, deps.env);
    const { globals, invocation } = parsed;
    const isJson = globals.json || (invocation.flags as Readonly<Record<string, unknown>>)["format"] === "json";
    telling = { isJson, isDebug: globals.debug, color: globals.color };
    return await runCommand(found.spec, parsed, { context: createContext(globals, isJson, deps), telling, deps });
  } catch (error) {
    if (signal.aborted) return codeOfSignal(signal);
    await tellFailure(error, telling, deps);
    return reportOf(error).exit_code;
  }
}

/** One line for people; with another flag beside it, the command that knows all forms. */
async function tellVersion(flags: readonly string[], deps: ProgramDeps): Promise<ExitCode> {
  const others = flags.filter((flag) => flag !== "--version");
  if (others.length > 0) return runProgram(["version", ...others], deps);
  await deps.io.stdout.write(`${PRODUCT.binary} ${PRODUCT.version}\n`);
  return EXIT.success;
}

async function runCommand(
  spec: CommandSpec,
  { invocation, typed }: Parsed,
  { context, telling, deps }: { context: Context; telling: Telling; deps: ProgramDeps },
): Promise<ExitCode> {
  warnOfDeprecated(spec, typed, context);
  const { run } = await loadModule(spec.words);
  let outcome: Outcome | undefined;
  try {
    outcome = await run(invocation, context);
  } finally {
    context.progress.done();
  }
  if (outcome) await print(outcome, context);
  const cause = context.io.stdout.failure();
  const failure = cause
    ? new Failure("failure", `the result cannot be written: ${cause.message}`, { cause })
    : outcome?.failure;
  if (failure) {
    await tellFailure(failure, telling, deps);
    return EXIT[failure.exit];
  }
  // A command that runs until it is told to stop says by its exit code that it was told.
  const isTold = !outcome && deps.signal.aborted && spec.exits.includes("interrupted");
  return isTold ? codeOfSignal(deps.signal) : EXIT.success;
}

/** Before a line is understood, an error can only guess how it is to be told. */
function guess(line: readonly string[]): Telling {
  const own = line.includes("--") ? line.slice(0, line.indexOf("--")) : line;
  const isJson =
    own.includes("--json") ||
    own.some((word, at) => word === "--format=json" || (word === "json" && own[at - 1] === "--format"));
  return { isJson, isDebug: own.includes("--debug"), color: undefined };
}

function createContext(globals: GlobalFlags, isJson: boolean, deps: ProgramDeps): Context {
  const { io, env, places, settings, signal } = deps;
  const isColoured = !isJson && wantsColour({ flag: globals.color, env, isTty: io.stdout.isTty });
  const isSilent = globals.quiet || isJson;
  const tell = (text: string): void => {
    if (isSilent) return;
    progress.done();
    void io.stderr.write(`${text}\n`);
  };
  const progress = createProgress(io.stderr, { isOff: isSilent, isPlain: env["TERM"] === "dumb" });
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
    api: () => (opened ??= deps.openApi({ places, signal, progress, tell })),
  };
}

async function print({ data, text, isNote = false }: Outcome, { io, isJson, globals }: Context): Promise<void> {
  if (isJson) await io.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  else if (text !== "" && !(isNote && globals.quiet)) await io.stdout.write(`${text}\n`);
}

async function tellFailure(
  error: unknown,
  { isJson, isDebug, color }: Telling,
  { io: { stderr }, env }: ProgramDeps,
): Promise<void> {
  const { message, hint, ...rest } = reportOf(error);
  if (isJson) {
    await stderr.write(`${JSON.stringify({ error: { ...rest, message, ...(hint && { hint }) } })}\n`);
    return;
  }
  const { bad } = createStyle(wantsColour({ flag: color, env, isTty: stderr.isTty }));
  await stderr.write(`${bad("error:")} ${message}\n${hint ? `${hint}\n` : ""}`);
  if (isDebug && error instanceof Error) await stderr.write(`${withCauses(error)}\n`);
}

/** Where it happened, and what was behind it. */
function withCauses(error: Error): string {
  const stack = error.stack ?? "";
  return error.cause instanceof Error ? `${stack}\ncaused by: ${withCauses(error.cause)}` : stack;
}

function warnOfDeprecated({ flags }: CommandSpec, typed: ReadonlySet<string>, { tell }: Context): void {
  for (const name of typed) {
    const instead = flags[name]?.deprecated;
    if (instead) tell(`warning: --${name} is deprecated; use ${instead}`);
  }
}

const codeOfSignal = ({ reason }: AbortSignal): ExitCode => {
  if (reason === "SIGINT") return EXIT.interrupted;
  if (reason === "SIGTERM") return EXIT.terminated;
  // Nobody reads any more: there is nobody to fail.
  return EXIT.success;
};
