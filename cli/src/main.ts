import { parseArgs } from "node:util";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { VERSION } from "@toolhaven/contract/version";
import type { Settings } from "@toolhaven/engine/config/settings";
import { serve, type ServeOptions } from "./serve.ts";

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
  serve     run the API server (--host ADDRESS, --port NUMBER, --socket PATH)
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

/** A socket stands alone unless an address is asked for too. */
function serveOptions(args: string[]): ServeOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        host: { type: "string" },
        port: { type: "string" },
        socket: { type: "string" },
        // The document is always served; who asks for it gets what they want.
        openapi: { type: "boolean" },
      },
    });
    const { host = PRODUCT.defaultHost, port = String(PRODUCT.defaultPort), socket } = values;
    if (socket === "") throw new UsageError('invalid "--socket": give the path of a socket');
    if (!/^\d+$/.test(port) || Number(port) > 65_535) {
      throw new UsageError(`invalid "--port": "${port}" is not a number from 0 to 65535`);
    }
    if (socket !== undefined && values.host === undefined && values.port === undefined) return { socket };
    return { address: { host, port: Number(port) }, ...(socket !== undefined && { socket }) };
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
