import { PRODUCT } from "@toolhaven/contract/product";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { Arg, CommandSpec, Flag, Flags, FlagValues, Invocation } from "../manifest/spec.ts";
import { usage } from "./failure.ts";
import type { Found } from "./find-command.ts";
import { readValue, ValueError } from "./read-value.ts";
import { didYouMean } from "./suggest.ts";

export type GlobalFlags = FlagValues<typeof GLOBAL_FLAGS>;

export interface Parsed {
  readonly invocation: Invocation<CommandSpec>;
  readonly globals: GlobalFlags;
  /** Flags that stand on the line itself. */
  readonly typed: ReadonlySet<string>;
}

/**
 * Flags and arguments of one command, checked. The order in which a flag gets its value: line, environment, default.
 * @throws Failure `usage` with what was wrong and, for a slip, what was probably meant
 */
export function parse({ spec, argv, rest }: Found, env: Readonly<Record<string, string | undefined>>): Parsed {
  const all: Flags = { ...spec.flags, ...GLOBAL_FLAGS };
  const help = `see "${[PRODUCT.binary, ...spec.words].join(" ")} --help"`;
  if (rest !== undefined && rest.length > 0 && spec.rest === undefined) {
    throw usage(`"${rest[0]}" after "--" is not taken by this command`, help);
  }
  const { typed, operands } = readLine(argv, all, help);
  const args = readArgs(spec.args, operands, help);
  const given = new Set(typed.keys());
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(all)) {
    const { env: variable = "" } = flag;
    const fromEnv = env[variable];
    if (fromEnv) given.add(name);
    if (typed.has(name)) values[name] = typed.get(name);
    else values[name] = fromEnv ? check(variable, flag, fromEnv, undefined, `for --${name}; ${help}`) : flag.default;
  }
  const pick = (names: Flags): object => Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));
  return {
    invocation: { args, flags: pick(spec.flags) as Record<string, never>, given, rest: rest ?? [] },
    globals: pick(GLOBAL_FLAGS) as GlobalFlags,
    typed: new Set(typed.keys()),
  };
}

interface Line {
  /** By flag, what stands on the line. */
  readonly typed: ReadonlyMap<string, unknown>;
  readonly operands: readonly string[];
}

function readLine(argv: readonly string[], flags: Flags, help: string): Line {
  const typed = new Map<string, unknown>();
  const operands: string[] = [];
  const byLetter = new Map(
    Object.entries(flags).flatMap(([name, { short }]) => (short ? [[short, name] as const] : [])),
  );
  let at = 0;
  while (at < argv.length) {
    const word = argv[at]!;
    at += 1;
    if (word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word.startsWith("--")) readLong(word);
    else readLetters(word);
  }
  return { typed, operands };

  function readLong(word: string): void {
    const [, name = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(word)!;
    const flag = own(name);
    const positive = name.startsWith("no-") ? name.slice(3) : "";
    if (flag?.kind === "boolean") take(name, value ?? "true");
    else if (flag) take(name, value ?? next(`--${name}`));
    // A flag may itself be called no-something; that has been looked for.
    else if (own(positive)?.kind === "boolean" && value === undefined) take(positive, "false");
    else throw unknown(`--${name}`);
  }

  /** Several letters are several flags; the first that takes a value takes what is left of the word, or the next. */
  function readLetters(word: string): void {
    for (let place = 1; place < word.length; place += 1) {
      const name = byLetter.get(word[place]!);
      if (name === undefined) throw unknown(place === 1 && word.length > 2 ? word : `-${word[place]!}`);
      if (flags[name]!.kind === "boolean") {
        take(name, "true");
        continue;
      }
      const value = word.slice(place + 1).replace(/^=/, "");
      take(name, value === "" ? next(`--${name}`) : value);
      return;
    }
  }

  function take(name: string, value: string): void {
    typed.set(name, check(`flag "--${name}"`, flags[name]!, value, typed.get(name), help));
  }

  function next(title: string): string {
    const value = argv[at];
    if (value === undefined) throw usage(`flag "${title}" needs a value`, help);
    at += 1;
    return value;
  }

  function own(name: string): Flag | undefined {
    return Object.hasOwn(flags, name) ? flags[name] : undefined;
  }

  function unknown(word: string): Error {
    const known = Object.keys(flags).map((name) => `--${name}`);
    return usage(`unknown flag "${word}"`, didYouMean(word, known) ?? help);
  }
}

function readArgs(args: readonly Arg[], operands: readonly string[], help: string): Record<string, never> {
  const found = args.map(({ name, required, isVariadic, choices }, at): [string, unknown] => {
    const own = isVariadic ? operands.slice(at) : operands.slice(at, at + 1);
    if (required && own.length === 0) throw usage(`missing ${name}`, help);
    const wrong = own.find((value) => choices && !choices.includes(value));
    if (wrong !== undefined) throw usage(`"${wrong}" is not one of ${choices!.join(", ")}`, help);
    return [name, isVariadic ? own : own[0]];
  });
  const extra = operands[args.length];
  if (extra !== undefined && !args.at(-1)?.isVariadic) {
    throw usage(`"${extra}" is one argument too many`, help);
  }
  return Object.fromEntries(found) as Record<string, never>;
}

function check(subject: string, flag: Flag, value: string, before: unknown, help: string): unknown {
  try {
    return readValue(flag, value, before);
  } catch (error) {
    if (error instanceof ValueError) throw usage(`${subject}: "${value}" is invalid; ${error.message}`, help);
    throw error;
  }
}
