import { stripVTControlCharacters } from "node:util";
import { AppError } from "@toolhaven/contract/errors";

export interface BuildOutput {
  /** A piece of the builder's output; steps are recognised at the ends of lines. */
  take(piece: string): void;
  /** Why the build ended, in the words of the step that failed; `error` is what the builder itself says. */
  failure(error: string): AppError;
}

/** `Step 3/7 : RUN x` of Docker; `STEP 3/7: RUN x` of Podman, which counts each stage: `[1/2] STEP 3/4: RUN x`. */
const STEP = /^(?:\[(?<stage>\d+)\/(?<stages>\d+)\] )?step (?<step>\d+)\/(?<steps>\d+) ?: ?(?<instruction>.*)$/i;
/** What the builder says about itself between the lines of a step. */
const NOISE = /^( *--->|--> |Removing intermediate container |\[Warning\] )/;
const MAX_TAIL_LINES = 8;
const MAX_LINE_LENGTH = 400;
const MAX_INSTRUCTION_LENGTH = 60;
/** Then trying again may help, unlike after a name that nobody knows or a program that does not compile. */
const NETWORK_TROUBLE =
  /ECONN|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|socket hang up|timed out|\btimeout\b|connection (reset|refused)|unreachable|temporary failure|TLS handshake|no such host|50[234] |NewConnectionError|no space left/i;

/** Reads a builder's output: reports the steps, and keeps the last lines of the one under way. */
export function createBuildOutput({ onProgress }: { onProgress: (text: string) => void }): BuildOutput {
  let place = "";
  let tail: string[] = [];
  let partial = "";

  return { take, failure };

  function take(piece: string): void {
    const lines = (partial + piece).split(/[\r\n]+/);
    partial = (lines.pop() ?? "").slice(-MAX_LINE_LENGTH);
    for (const line of lines) takeLine(line);
  }

  function takeLine(coloured: string): void {
    const line = stripVTControlCharacters(coloured);
    const found = STEP.exec(line)?.groups;
    if (found) {
      const { stage, stages, step, steps, instruction = "" } = found;
      place = `${stage === undefined ? "" : `stage ${stage} of ${stages}, `}step ${step} of ${steps}`;
      tail = [];
      onProgress(`${place}: ${shortened(instruction)}`);
    } else if (line.trim() !== "" && !NOISE.test(line)) {
      tail.push(line.trim().slice(0, MAX_LINE_LENGTH));
      if (tail.length > MAX_TAIL_LINES) tail.shift();
    }
  }

  function failure(error: string): AppError {
    takeLine(partial);
    partial = "";
    const own = stripVTControlCharacters(error).trim();
    // The builder only repeats the command; what the command said comes first.
    const words = tail.filter((line) => line !== own).join("; ");
    const code = NETWORK_TROUBLE.test(words || own) ? "internal" : "invalid_input";
    const message = words ? `${words} (${shortened(own, MAX_LINE_LENGTH)})` : own;
    return new AppError(code, `${place ? `${place} failed: ` : ""}${message}`);
  }
}

const shortened = (text: string, length = MAX_INSTRUCTION_LENGTH): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
