import type { AppError } from "@toolhaven/contract/errors";
import type { Keyring } from "./keyring.ts";
import type { OnePassword } from "./one-password.ts";
import type { Secret } from "./secret.ts";

/** A keyring that lives as long as the test that has it. */
export interface MemoryKeyring extends Keyring {
  readonly entries: Map<string, Secret>;
  /** While set, every call rejects with it. */
  problem: AppError | undefined;
  calls: number;
}

export function memoryKeyring(): MemoryKeyring {
  const entries = new Map<string, Secret>();
  const keyring: MemoryKeyring = {
    entries,
    problem: undefined,
    calls: 0,
    read: async (id) => asked().get(id),
    write: async (id, password) => void asked().set(id, password),
    remove: async (id) => void asked().delete(id),
  };
  return keyring;

  function asked(): Map<string, Secret> {
    keyring.calls++;
    if (keyring.problem) throw keyring.problem;
    return entries;
  }
}

/** Stands where no test reaches 1Password. */
export const noAccount: OnePassword = {
  connect: () => Promise.reject(new Error("there is no account here")),
};
