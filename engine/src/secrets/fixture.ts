import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import { onTestFinished } from "vitest";
import type { Log } from "../log.ts";
import { secretsEnvironmentFrom } from "./environment.ts";
import type { KdfCost } from "./key.ts";
import { type MemoryKeyring, memoryKeyring, noAccount } from "./memory-keyring.ts";
import type { OnePassword } from "./one-password.ts";
import { openSecrets, type Secrets } from "./secrets.ts";

/** Next to nothing, so that tests may derive keys by the hundred. */
export const CHEAP: KdfCost = { n: 2, r: 1, p: 1 };

export const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-secrets-"));

export const lockedKeyring = (): AppError => new AppError("internal", "the system's keyring refuses: it is locked");

/** Keeps what was logged as text. */
export function memoryLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, text: string): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
  return { log: { debug: write, info: write, warn: write, error: write }, lines };
}

export interface TestSecrets {
  readonly folder: string;
  readonly keyring: MemoryKeyring;
  readonly lines: readonly string[];
  /** What a restarted server would get; the one before is disposed. */
  open(env?: Readonly<Record<string, string>>): Promise<Secrets>;
}

export async function testSecrets({
  onePassword = noAccount,
}: { onePassword?: OnePassword } = {}): Promise<TestSecrets> {
  const folder = await freshFolder();
  const keyring = memoryKeyring();
  const { log, lines } = memoryLog();
  let current: Secrets | undefined;
  const close = async (): Promise<void> => current?.[Symbol.asyncDispose]();
  onTestFinished(close);
  return {
    folder,
    keyring,
    lines,
    async open(env = {}) {
      await close();
      current = await openSecrets({ folder, env: secretsEnvironmentFrom(env), keyring, onePassword, log, cost: CHEAP });
      return current;
    },
  };
}
