import type { CommandModule } from "../manifest/spec.ts";

/** The module of every command, by its words. Each is a file of its own in the bundle, read only when it is run. */
export const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  completion: () => import("./completion.ts"),
  help: () => import("./help.ts"),
  list: () => import("./list.ts"),
  schema: () => import("./schema.ts"),
  version: () => import("./version.ts"),
};

export async function loadModule(words: readonly string[]): Promise<CommandModule> {
  const load = MODULES[words.join(" ")];
  if (!load) throw new Error(`command "${words.join(" ")}" has no module`);
  // Its flags and arguments are those of its manifest entry, from which the line was parsed.
  return (await load()) as CommandModule;
}
