import type { Secret } from "./secret.ts";

export interface KeyringOptions {
  readonly signal: AbortSignal;
}

/**
 * The operating system's place for passwords. One entry per encrypted store, under the store's id, so that several
 * installations of one user never touch each other's.
 *
 * Every call ends within a limit and rejects with AppError `internal` when there is no keyring, it is locked, or it
 * does not answer.
 */
export interface Keyring {
  read(id: string, options: KeyringOptions): Promise<Secret | undefined>;
  /** Resolves after the password was read back. */
  write(id: string, password: Secret, options: KeyringOptions): Promise<void>;
  /** A missing entry is fine. */
  remove(id: string, options: KeyringOptions): Promise<void>;
}
