import type { z } from "zod";
import type { Context, Outcome } from "../program/context.ts";
import type { ExitName } from "../program/exit-codes.ts";

/** What a flag takes: nothing, one value, or several (`list`: commas separate, `array`: commas are part of a value). */
export type FlagKind = "boolean" | "text" | "integer" | "number" | "duration" | "list" | "array";

/** What the shell offers while a value is typed; names come from the running server. */
export type Completion = "workloads" | "groups" | "clients" | "servers" | "secrets" | "files" | "folders";

export interface Flag<Kind extends FlagKind = FlagKind, Default = unknown> {
  readonly kind: Kind;
  /** One line, lower case, no full stop. */
  readonly summary: string;
  readonly default: Default;
  readonly short?: string;
  /** What the value is called in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly complete?: Completion;
  /** Variable that gives the value when the flag does not. */
  readonly env?: string;
  /** Heading in help; absent: "Flags". */
  readonly topic?: string;
  readonly hidden?: boolean;
  /** What to use instead; warned about once when given. */
  readonly deprecated?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface Arg {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  readonly isVariadic?: boolean;
  readonly choices?: readonly string[];
  readonly complete?: Completion;
}

export interface Example {
  /** The whole line as typed. */
  readonly line: string;
  /** What it does, lower case, no full stop. */
  readonly does: string;
}

/** One command, whole: what is run, helped with, completed, described by schema and documented comes from here. */
export interface CommandSpec<F extends Flags = Flags, A extends readonly Arg[] = readonly Arg[]> {
  /** As typed after the program's name; empty for the program itself. */
  readonly words: readonly string[];
  readonly summary: string;
  /** Paragraphs for help and page. */
  readonly description: readonly string[];
  readonly args: A;
  readonly flags: F;
  /** What stands after `--`, when the command takes that. */
  readonly rest?: string;
  /** Another word for the last one. */
  readonly alias?: string;
  readonly examples: readonly Example[];
  /** Beside success, failure and wrong usage. */
  readonly exits: readonly ExitName[];
  /** Shape of what `--json` prints; `undefined` where the output is not for programs. */
  readonly answer?: () => Promise<z.ZodType>;
  /** Only has others below it and does nothing itself. */
  readonly isGroup?: true;
}

/** The module of a command, loaded when the command is run. */
export interface CommandModule {
  readonly run: Run<CommandSpec>;
}

/** What a command does. What it returns is printed by the program, as text or as JSON. */
export type Run<S extends CommandSpec> = (invocation: Invocation<S>, context: Context) => Promise<Outcome | undefined>;

export interface Invocation<S extends CommandSpec> {
  readonly args: ArgValues<S["args"]>;
  readonly flags: FlagValues<S["flags"]>;
  /** Flags that were given, by line or environment; the others have their defaults. */
  readonly given: ReadonlySet<string>;
  readonly rest: readonly string[];
}

export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> };

type FlagValue<F extends Flag> =
  F extends Flag<"boolean">
    ? boolean
    : F extends Flag<"list"> | Flag<"array">
      ? readonly string[]
      : (F extends Flag<"integer"> | Flag<"number"> | Flag<"duration"> ? number : string) | Missing<F>;

type Missing<F extends Flag> = F extends Flag<FlagKind, undefined> ? undefined : never;

export type ArgValues<A extends readonly Arg[]> = {
  readonly [Each in A[number] as Each["name"]]: Each["isVariadic"] extends true
    ? readonly string[]
    : Each["required"] extends true
      ? string
      : string | undefined;
};

/** Keeps the exact types of flags and arguments, from which those of `run` follow. */
export function command<const F extends Flags, const A extends readonly Arg[]>(
  spec: CommandSpec<F, A>,
): CommandSpec<F, A> {
  return spec;
}
