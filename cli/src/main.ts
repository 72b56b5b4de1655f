import { parseArgs } from "node:util";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { VERSION } from "@toolhaven/contract/version";
import type { Settings } from "@toolhaven/engine/config/settings";
import { serve } from "./serve.ts";

export interface CliContext {
  /** Reads and checks the environment; fails like any other bad input. */
  readonly settings: () => Settings;
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

const USAGE = `${PRODUCT.name} ${VERSION}: ${PRODUCT.tagline}

Usage: ${PRODUCT.binary} COMMAND

Commands:
  serve     run the API server (--host ADDRESS, --port NUMBER)
  version   print the version
  help      print this text`;

/** Runs one command; the answer is the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(args: readonly string[], context: CliContext): Promise<number> {
  const [command = "help", ...rest] = args;
  try {
    switch (command) {
      case "serve":
        await serve(serveOptions(rest), context);
        return 0;
      case "version":
      case "--version":
        context.print(VERSION);
        return 0;
      case "help":
      case "--help":
      case "-h":
        context.print(USAGE);
        return 0;
      default:
        throw new UsageError(`unknown command "${command}"`);
    }
  } catch (error) {
    return explain(error, context);
  }
}

class UsageError extends Error {
  override readonly name = "UsageError";
}

function serveOptions(args: string[]): { host: string; port: number } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        host: { type: "string", default: PRODUCT.defaultHost },
        port: { type: "string", default: String(PRODUCT.defaultPort) },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) {
      throw new UsageError(`invalid "--port": "${values.port}" is not a number from 0 to 65535`);
    }
    return { host: values.host, port };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function explain(error: unknown, { complain }: CliContext): number {
  if (error instanceof UsageError) {
    complain(`${PRODUCT.binary}: ${error.message}`);
    complain(`see "${PRODUCT.binary} help"`);
    return 2;
  }
  if (!(error instanceof AppError)) throw error;
  complain(`${PRODUCT.binary}: ${error.message}`);
  if (error.hint) complain(error.hint);
  return 1;
}
