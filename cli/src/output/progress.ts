import type { Progress } from "../program/context.ts";
import type { Output } from "./io.ts";
import { oneLine } from "./table.ts";

/** What takes no longer than this needs no word. */
const QUIET_MS = 300;

/**
 * On a terminal one line that changes; elsewhere a line per phase, where a phase is what stands before the first
 * colon or digit, so that percentages make no new lines.
 */
export function createProgress(stderr: Output, { isOff, isPlain }: { isOff: boolean; isPlain: boolean }): Progress {
  const startedMs = Date.now();
  let shown = "";
  /** Several things at once take turns; each of their phases is told once. */
  const told = new Set<string>();
  const isChanging = stderr.isTty && !isPlain;
  return {
    show(text) {
      if (Date.now() - startedMs >= QUIET_MS || !isChanging) put(text);
    },
    begin: put,
    done() {
      if (shown !== "" && stderr.isTty) void stderr.write("\r\u001B[2K");
      shown = "";
    },
  };
  function put(raw: string): void {
    const text = oneLine(raw);
    if (isOff || text === shown) return;
    if (isChanging) {
      shown = text;
      void stderr.write(`\r\u001B[2K${text.slice(0, stderr.columns - 1)}`);
      return;
    }
    const phase = phaseOf(text);
    if (told.has(phase)) return;
    told.add(phase);
    void stderr.write(`${text}\n`);
  }
}

/** A name before the first colon is part of it; what follows counts up to the next colon or number. */
const phaseOf = (text: string): string => /^(?:\S+: )?[^\d:]*/.exec(text)![0].trim();
