import { usage } from "../program/failure.ts";
import type { Io } from "./io.ts";

export interface Question {
  readonly text: string;
  /** What to pass instead of being asked; part of the error when nobody can be asked. */
  readonly instead: string;
}

/** Questions to a person. Where none can be asked, the answer has to come from flags: exit 2 names which. */
export interface Prompts {
  readonly canAsk: boolean;
  confirm(question: Question): Promise<boolean>;
  text(question: Question & { isSecret?: boolean }): Promise<string>;
}

export function createPrompts(io: Io, { isOff, signal }: { isOff: boolean; signal: AbortSignal }): Prompts {
  const canAsk = (): boolean => !isOff && io.stderr.isTty && io.stdin.isTty;

  async function ask(text: string, instead: string, isHidden: boolean): Promise<string> {
    if (!canAsk()) throw usage(`nobody can be asked here: ${text.replace(/(?: \[y\/N\])?:?\s*$/, "")}`, instead);
    const line = await io.stdin.readLine({ isHidden, signal, ask: () => io.stderr.write(text) });
    // Whatever ended it, what comes next stands on a line of its own.
    if (isHidden || line === undefined) await io.stderr.write("\n");
    if (line === undefined) throw usage("the input ended before the answer", instead);
    return line;
  }

  return {
    get canAsk() {
      return canAsk();
    },
    async confirm({ text, instead }) {
      const answer = await ask(`${text} [y/N] `, instead, false);
      return /^y(?:es)?$/i.test(answer.trim());
    },
    text: ({ text, instead, isSecret = false }) => ask(`${text}: `, instead, isSecret),
  };
}
