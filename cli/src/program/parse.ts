import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { PRODUCT } from "@toolhaven/contract/product";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { Arg, CommandSpec, Flag, Flags, FlagValues, Invocation } from "../manifest/spec.ts";
import { parseDuration } from "./duration.ts";
import { usage } from "./failure.ts";
import type { Found } from "./find-command.ts";
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
  const command = new Command(spec.words.at(-1) ?? "")
    .helpOption(false)
    .exitOverride()
    .configureOutput({
      writeErr: () => undefined,
      writeOut: () => undefined,
    });
  const options = new Map(Object.entries(all).map(([name, flag]) => [name, optionFor(name, flag)]));
  for (const option of options.values()) command.addOption(option);
  for (const arg of spec.args) command.argument(placeholder(arg), arg.summary, checkChoice(arg));
  if (rest !== undefined && rest.length > 0 && spec.rest === undefined) {
    throw usage(`"${rest[0]}" after "--" is not taken by this command`);
  }

  const { argv: left, booleans } = takeBooleans(argv, all);
  try {
    command.parse(left, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? explain(error, spec, all) : error;
  }

  const given = new Set<string>();
  const typed = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, option] of options) {
    const key = option.attributeName();
    const flag = all[name]!;
    const fromEnv = flag.env && env[flag.env];
    if (booleans.has(name) || command.getOptionValueSource(key) === "cli") {
      typed.add(name);
      values[name] = booleans.get(name) ?? command.getOptionValue(key);
    } else {
      values[name] = fromEnv ? valueOf(name, flag, fromEnv) : flag.default;
    }
    if (typed.has(name) || fromEnv) given.add(name);
  }
  const pick = (names: Flags): object => Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));
  return {
    invocation: {
      args: Object.fromEntries(
        spec.args.map(({ name, isVariadic }, at) => [name, command.processedArgs[at] ?? (isVariadic ? [] : undefined)]),
      ),
      flags: pick(spec.flags) as Record<string, never>,
      given,
      rest: rest ?? [],
    },
    globals: pick(GLOBAL_FLAGS) as GlobalFlags,
    typed,
  };
}

function optionFor(name: string, flag: Flag): Option {
  const short = flag.short ? `-${flag.short}, ` : "";
  if (flag.kind === "boolean") return new Option(`${short}--${name}`);
  const option = new Option(`${short}--${name} <value>`);
  if (flag.choices && flag.kind === "text") option.choices([...flag.choices]);
  else option.argParser((value: string, before: unknown) => read(flag, value, before));
  return option;
}

/** Values as commands take them. Repeated lists add up; of anything else the last one counts. */
function read(flag: Flag, value: string, before: unknown): unknown {
  switch (flag.kind) {
    case "integer":
      if (!/^-?\d{1,15}$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
      return Number(value);
    case "number":
      if (value.trim() === "" || !Number.isFinite(Number(value)))
        throw new InvalidArgumentError("It must be a number.");
      return Number(value);
    case "duration": {
      const ms = parseDuration(value);
      if (ms === undefined) throw new InvalidArgumentError("It must be a duration, such as 30s or 2m30s.");
      return ms;
    }
    case "list":
      return [...(Array.isArray(before) ? (before as string[]) : []), ...value.split(",").map((part) => part.trim())];
    case "array":
      return [...(Array.isArray(before) ? (before as string[]) : []), value];
    case "text":
    case "boolean":
      return value;
    default:
      return flag.kind satisfies never;
  }
}

/** A value from the environment passes the same checks as one from the line. */
function valueOf(name: string, flag: Flag, value: string): unknown {
  if (flag.kind === "boolean") {
    if (!/^(?:true|false|1|0)$/i.test(value)) throw usage(`${flag.env}: "${value}" is neither true nor false`);
    return /^(?:true|1)$/i.test(value);
  }
  if (flag.choices && !flag.choices.includes(value)) throw usage(`${flag.env}: ${choiceText(value, flag.choices)}`);
  try {
    return read(flag, value, undefined);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw usage(`${flag.env} (for --${name}): "${value}" is invalid`);
    throw error;
  }
}

/** `--flag=false` and `--no-flag` both mean no, and of several the last counts; commander knows neither. */
function takeBooleans(argv: readonly string[], flags: Flags): { argv: string[]; booleans: Map<string, boolean> } {
  const booleans = new Map<string, boolean>();
  const kept = argv.filter((word) => {
    const [, name = "", value = "true"] = /^--([\w-]+?)(?:=(true|false))?$/.exec(word) ?? [];
    const positive = /^no-(.+)$/.exec(name)?.[1] ?? "";
    // A flag may itself be called no-something; then that is what it means.
    if (flags[name]?.kind === "boolean") booleans.set(name, value === "true");
    else if (flags[positive]?.kind === "boolean") booleans.set(positive, value !== "true");
    else return true;
    return false;
  });
  return { argv: kept, booleans };
}

const placeholder = ({ name, required, isVariadic }: Arg): string => {
  const inner = isVariadic ? `${name}...` : name;
  return required ? `<${inner}>` : `[${inner}]`;
};

function checkChoice({ choices, isVariadic }: Arg): (value: string, before: unknown) => unknown {
  return (value, before) => {
    if (choices && !choices.includes(value)) throw new InvalidArgumentError(choiceText(value, choices));
    return isVariadic ? [...(Array.isArray(before) ? (before as string[]) : []), value] : value;
  };
}

function choiceText(value: string, choices: readonly string[]): string {
  return `"${value}" is not one of ${choices.join(", ")}`;
}

/** Commander's findings in our words. */
function explain(error: CommanderError, spec: CommandSpec, flags: Flags): Error {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const flag = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
  const help = `see "${[PRODUCT.binary, ...spec.words].join(" ")} --help"`;
  switch (error.code) {
    case "commander.unknownOption":
      return usage(
        `unknown flag "${quoted}"`,
        didYouMean(
          quoted,
          Object.keys(flags).map((name) => `--${name}`),
        ) ?? help,
      );
    case "commander.optionMissingArgument":
      return usage(`flag "${flag}" needs a value`, help);
    case "commander.missingArgument":
      return usage(`missing ${quoted}`, help);
    case "commander.excessArguments":
      return usage(error.message.replace(/^error: /, "").replace(/\.$/, ""), help);
    case "commander.invalidArgument":
      return usage(invalidText(error.message, flag), help);
    default:
      return usage(error.message.replace(/^error: /, ""), help);
  }
}

/** Commander has one sentence for a flag's value and another for an argument's; the reason is its last part. */
function invalidText(message: string, flag: string): string {
  const [, value = "", why = ""] = /'([^']*)' is invalid(?: for argument '[^']*')?\. (.*)$/s.exec(message) ?? [];
  const reason = lowerFirst(why.replace(/^Allowed choices are /, "use one of ").replace(/\.$/, ""));
  const subject = flag.startsWith("-") ? `flag "${flag}": ` : "";
  return reason.startsWith('"') ? `${subject}${reason}` : `${subject}"${value}" is invalid; ${reason}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
