import { slugOf } from "../program/help.ts";
import type { CommandSpec } from "../manifest/spec.ts";
import { GLOBAL_FLAGS_FILE, commandPage, globalFlagsPartial } from "./command-page.ts";
import { clientFilesPartial } from "./client-files.ts";

/** Every page and part of a page that is made from the program: path below the reference's folder, and text. */
export function generatedPages(tree: readonly CommandSpec[]): ReadonlyMap<string, string> {
  return new Map([
    ...tree.map((spec) => [`cli/${slugOf(spec)}.mdx`, commandPage(spec, tree)] as const),
    [`cli/${GLOBAL_FLAGS_FILE}`, globalFlagsPartial()],
    ["_client-files.mdx", clientFilesPartial()],
  ]);
}
