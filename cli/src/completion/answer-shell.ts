import type { Places } from "@toolhaven/engine/config/places";
import type { CommandSpec } from "../manifest/spec.ts";
import type { Output } from "../output/io.ts";
import { complete } from "./complete.ts";
import { liveNames } from "./live-names.ts";

/** The other side of the scripts: `__complete -- word...`. Never fails: a shell has no place for an error. */
export async function answerShell(
  words: readonly string[],
  { tree, places, stdout }: { tree: readonly CommandSpec[]; places: Places; stdout: Output },
): Promise<void> {
  const given = words[0] === "--" ? words.slice(1) : words;
  const offer = await complete(given, { tree, names: liveNames(places) });
  if ("paths" in offer) return stdout.write(`:${offer.paths}\n`);
  const lines = offer.candidates.map(({ value, summary }) => (summary ? `${value}\t${summary}` : value));
  return stdout.write(lines.length > 0 ? `${lines.join("\n")}\n` : "");
}
