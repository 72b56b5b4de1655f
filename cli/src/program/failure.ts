import { AppError } from "@toolhaven/contract/errors";
import { codeWord, EXIT, type ExitCode, type ExitName, exitOf } from "./exit-codes.ts";

/** A failure of a command that says with which code the program ends. `message` is one line, for people. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: ExitName;
  readonly hint: string | undefined;

  constructor(exit: ExitName, message: string, { hint, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.exit = exit;
    this.hint = hint;
  }
}

export const usage = (message: string, hint?: string): Failure => new Failure("usage", message, hint ? { hint } : {});

/** What a failure looks like to people and programs. */
export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exit_code: ExitCode;
}

export function reportOf(error: unknown): FailureReport {
  if (error instanceof Failure) return report(error.exit, error.message, error.hint);
  if (error instanceof AppError) return report(exitOf(error.code), error.message, error.hint);
  return report("failure", `unexpected failure: ${error instanceof Error ? error.message : String(error)}`);
}

const report = (code: ExitName, message: string, hint?: string): FailureReport => ({
  code: codeWord(code),
  message,
  hint,
  exit_code: EXIT[code],
});
