import { PRODUCT } from "@toolhaven/contract/product";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { CommandSpec, Flag } from "../manifest/spec.ts";
import { usage } from "./failure.ts";
import { didYouMean } from "./suggest.ts";

/** A line, taken apart as far as which command it means. */
export interface Found {
  readonly spec: CommandSpec;
  /** Flags and arguments of that command, without its words and without what stands after `--`. */
  readonly argv: readonly string[];
  /** `undefined`: there was no `--`. */
  readonly rest: readonly string[] | undefined;
  readonly wantsHelp: boolean;
}

/**
 * Walks down the tree along the words of a line; flags may stand anywhere between them.
 * @throws Failure `usage` for a word that is no command, with what was probably meant
 */
export function findCommand(line: readonly string[], tree: readonly CommandSpec[]): Found {
  const takesValue = valueFlagsOf(tree);
  let spec = specOf([], tree)!;
  const argv: string[] = [];
  let rest: readonly string[] | undefined;
  let wantsHelp = false;
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at]!;
    if (word === "--") {
      rest = line.slice(at + 1);
      break;
    }
    if (word.startsWith("-") && word !== "-") {
      wantsHelp ||= word === "-h" || word === "--help";
      argv.push(word);
      if (takesValue(word) && at + 1 < line.length) argv.push(line[(at += 1)]!);
      continue;
    }
    const below = childOf(spec, word, tree);
    const isFirst = !argv.some((given, index) => !given.startsWith("-") && !takesValue(argv[index - 1] ?? ""));
    if (below && isFirst) spec = below;
    else if (spec.isGroup) throw unknownCommand(word, spec, tree);
    else argv.push(word);
  }
  return { spec, argv, rest, wantsHelp };
}

export const specOf = (words: readonly string[], tree: readonly CommandSpec[]): CommandSpec | undefined =>
  tree.find((spec) => spec.words.join(" ") === words.join(" "));

export const childrenOf = ({ words }: CommandSpec, tree: readonly CommandSpec[]): CommandSpec[] =>
  tree.filter((spec) => spec.words.length === words.length + 1 && words.every((word, at) => spec.words[at] === word));

function childOf(spec: CommandSpec, word: string, tree: readonly CommandSpec[]): CommandSpec | undefined {
  return childrenOf(spec, tree).find(({ words, alias }) => words.at(-1) === word || alias === word);
}

function unknownCommand(word: string, spec: CommandSpec, tree: readonly CommandSpec[]): Error {
  const known = childrenOf(spec, tree).flatMap(({ words, alias }) => [words.at(-1)!, ...(alias ? [alias] : [])]);
  const above = [PRODUCT.binary, ...spec.words].join(" ");
  return usage(`unknown command "${word}" for "${above}"`, didYouMean(word, known) ?? `see "${above} --help"`);
}

/** One flag means one thing in the whole tree, so whether it takes a value does not depend on the command. */
function valueFlagsOf(tree: readonly CommandSpec[]): (word: string) => boolean {
  const long = new Set<string>();
  const short = new Set<string>();
  const add = ([name, flag]: [string, Flag]): void => {
    if (flag.kind === "boolean") return;
    long.add(`--${name}`);
    if (flag.short) short.add(flag.short);
  };
  Object.entries(GLOBAL_FLAGS).forEach(add);
  for (const { flags } of tree) Object.entries(flags).forEach(add);
  // In `-af` only the last letter can have its value in the next word.
  return (word) =>
    word.startsWith("--") ? long.has(word) : /^-\w*$/.test(word) && short.has(word.at(-1)!) && !hidesValue(word);

  /** `-ename`: the value is in the word already. */
  function hidesValue(word: string): boolean {
    return Array.from(word.slice(1, -1)).some((letter) => short.has(letter));
  }
}
