import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { oneLine } from "@toolhaven/contract/quote";
import { z } from "zod";
import type { Keyring } from "./keyring.ts";
import { KEYRING_PROGRAM } from "./keyring-program.ts";
import { Secret } from "./secret.ts";

const Answer = z.union([
  z.object({ password: z.string().nullable() }),
  z.object({ stage: z.enum(["connect", "use"]), problem: z.string() }),
]);
type Answer = z.infer<typeof Answer>;

interface Request {
  readonly action: "read" | "write" | "remove";
  readonly account: string;
  readonly password?: string;
}

export interface SystemKeyringOptions {
  /** Names the bus to use; this process's own environment when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Long enough for a person to unlock the keyring when asked to; a set-up may ask twice. */
  readonly limitMs?: number;
}

/**
 * Keychain on macOS, Credential Manager on Windows, the Secret Service (GNOME Keyring, KWallet, KeePassXC) on Linux.
 * The kernel's own keyring is not used there: it forgets everything at a restart.
 */
export function systemKeyring({ env, limitMs = 25_000 }: SystemKeyringOptions = {}): Keyring {
  return {
    async read(account, { signal }) {
      const password = await ask({ action: "read", account }, signal);
      return password === null ? undefined : new Secret(password);
    },
    async write(account, password, { signal }) {
      await ask({ action: "write", account, password: password.reveal() }, signal);
    },
    async remove(account, { signal }) {
      await ask({ action: "remove", account }, signal);
    },
  };

  async function ask(request: Request, signal: AbortSignal): Promise<string | null> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      const answer = await run(request, AbortSignal.any([signal, limit]));
      if ("password" in answer) return answer.password;
      throw failure(answer.stage === "connect" ? "cannot be reached" : "refuses", answer.problem);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) throw failure(`did not answer within ${limitMs / 1000} s`, "it may wait to be unlocked");
      throw error;
    }
  }

  async function run(request: Request, signal: AbortSignal): Promise<Answer> {
    const child = spawn(process.execPath, ["-e", KEYRING_PROGRAM, modulePath()], {
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
      signal,
      killSignal: "SIGKILL",
      ...(env && { env }),
    });
    const ended = new Promise<void>((resolve, reject) => child.on("error", reject).on("close", () => resolve()));
    // A child that died early closes its end; its exit says so already.
    child.stdin.on("error", () => undefined).end(JSON.stringify({ ...request, service: PRODUCT.prefix }));
    const [output] = await Promise.all([text(child.stdout), ended]);
    const parsed = Answer.safeParse(jsonIn(output));
    if (!parsed.success) throw failure("cannot be used", "the program that asks it died");
    return parsed.data;
  }
}

function modulePath(): string {
  try {
    const require = createRequire(import.meta.url);
    return require.resolve("@napi-rs/keyring");
  } catch {
    throw failure("cannot be used", `the package "@napi-rs/keyring" is not installed`);
  }
}

/** No cause: nothing that held a password is kept. */
const failure = (what: string, detail: string): AppError =>
  new AppError("internal", `the system's keyring ${what}: ${oneLine(detail)}`);

function jsonIn(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
