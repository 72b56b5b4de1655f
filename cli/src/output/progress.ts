import type { Progress } from "../program/context.ts";
import type { Output } from "./io.ts";

/** What takes no longer than this needs no word. */
const QUIET_MS = 300;

/**
 * On a terminal one line that changes; elsewhere a line per phase, where a phase is what stands before the first
 * colon or digit, so that percentages make no new lines.
 */
export function createProgress(stderr: Output, { isOff, isPlain }: { isOff: boolean; isPlain: boolean }): Progress {
  const startedMs = Date.now();
  let shown = "";
  let phase = "";
  return {
    show(text) {
      if (isOff || text === shown) return;
      if (stderr.isTty && !isPlain) {
        if (Date.now() - startedMs < QUIET_MS) return;
        shown = text;
        void stderr.write(`\r\u001B[2K${text.slice(0, stderr.columns - 1)}`);
        return;
      }
      const now = /^[^\d:]*/.exec(text)![0].trim();
      if (now === phase) return;
      phase = now;
      void stderr.write(`${text}\n`);
    },
    done() {
      if (shown !== "" && stderr.isTty) void stderr.write("\r\u001B[2K");
      shown = "";
    },
  };
}
