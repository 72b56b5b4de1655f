import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { Completion, CommandSpec, Flag, Flags } from "../manifest/spec.ts";
import { childrenOf, specOf } from "../program/find-command.ts";

export interface Candidate {
  readonly value: string;
  readonly summary: string;
}

/** What the shell offers: words, or what its own completion of files and folders finds. */
export type Offer = { readonly candidates: readonly Candidate[] } | { readonly paths: "files" | "folders" };

/** Names that only the running server knows. Resolves empty when none runs, and never starts one. */
export type LiveNames = (kind: Exclude<Completion, "files" | "folders">) => Promise<readonly string[]>;

/** What the last of `words` may become; the others stand before it. */
export async function complete(
  words: readonly string[],
  { tree, names }: { tree: readonly CommandSpec[]; names: LiveNames },
): Promise<Offer> {
  const current = words.at(-1) ?? "";
  const { spec, operands, pending } = walk(words.slice(0, -1), tree);
  const flags: Flags = { ...spec.flags, ...GLOBAL_FLAGS };
  if (pending) return offer(pending, current, names);
  const inline = /^--([\w-]+)=(.*)$/s.exec(current);
  if (inline) {
    const flag = flags[inline[1]!];
    const found = flag ? await offer(flag, inline[2]!, names) : { candidates: [] };
    if (!("candidates" in found)) return found;
    return { candidates: found.candidates.map((each) => ({ ...each, value: `--${inline[1]}=${each.value}` })) };
  }
  if (current.startsWith("-")) return { candidates: matching(flagCandidates(flags), current) };
  const children = childrenOf(spec, tree).map(({ words: path, summary }) => ({ value: path.at(-1)!, summary }));
  if (children.length > 0 && operands === 0) {
    const below = matching(children, current);
    if (below.length > 0 || spec.isGroup) return { candidates: below };
  }
  const arg = spec.args[operands] ?? (spec.args.at(-1)?.isVariadic ? spec.args.at(-1) : undefined);
  return arg ? offer(arg, current, names) : { candidates: [] };
}

interface Place {
  readonly spec: CommandSpec;
  /** Arguments that stand already. */
  readonly operands: number;
  /** The flag whose value comes next. */
  readonly pending: Flag | undefined;
}

function walk(words: readonly string[], tree: readonly CommandSpec[]): Place {
  let spec = specOf([], tree)!;
  let operands = 0;
  let pending: Flag | undefined;
  for (const word of words) {
    if (pending) {
      pending = undefined;
      continue;
    }
    const flags: Flags = { ...spec.flags, ...GLOBAL_FLAGS };
    if (word.startsWith("-") && word !== "-") {
      const flag = word.startsWith("--")
        ? flags[word.slice(2)]
        : Object.values(flags).find(({ short }) => short === word.at(-1));
      if (flag && flag.kind !== "boolean" && !word.includes("=")) pending = flag;
      continue;
    }
    const child =
      operands === 0 && childrenOf(spec, tree).find(({ words: path, alias }) => path.at(-1) === word || alias === word);
    if (child) spec = child;
    else operands += 1;
  }
  return { spec, operands, pending };
}

async function offer(
  { choices, complete: kind }: Pick<Flag, "choices" | "complete">,
  current: string,
  names: LiveNames,
): Promise<Offer> {
  if (choices) return { candidates: matching(choices.map(plain), current) };
  if (kind === undefined) return { candidates: [] };
  if (kind === "files" || kind === "folders") return { paths: kind };
  return { candidates: matching((await names(kind)).map(plain), current) };
}

const plain = (value: string): Candidate => ({ value, summary: "" });

const flagCandidates = (flags: Flags): Candidate[] =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { summary }]) => ({ value: `--${name}`, summary }));

const matching = (candidates: readonly Candidate[], start: string): Candidate[] =>
  candidates.filter(({ value }) => value.startsWith(start));
