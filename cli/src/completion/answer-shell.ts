import type { CommandSpec } from "../manifest/spec.ts";
import type { Output } from "../output/io.ts";
import { complete, type LiveNames } from "./complete.ts";

/** The other side of the scripts: `__complete -- word...`. Never fails: a shell has no place for an error. */
export async function answerShell(
  words: readonly string[],
  { tree, names, stdout }: { tree: readonly CommandSpec[]; names: LiveNames; stdout: Output },
): Promise<void> {
  const offer = await complete(words[0] === "--" ? words.slice(1) : words, { tree, names });
  if ("paths" in offer) return stdout.write(`:${offer.paths}\n`);
  const lines = offer.candidates.map(({ value, summary }) => (summary ? `${value}\t${summary}` : value));
  return stdout.write(lines.length > 0 ? `${lines.join("\n")}\n` : "");
}
