import { completionScript, type Shell } from "../completion/scripts.ts";
import type { completion } from "../manifest/program.ts";
import type { Run } from "../manifest/spec.ts";

export const run: Run<typeof completion> = async ({ args }) => {
  const script = completionScript(args.shell as Shell);
  return { data: { shell: args.shell, script }, text: script.trimEnd() };
};
