/**
 * Where a proxy keeps what must outlive the process: the server's handshake and the sessions it issued.
 * The proxy owns the meaning of an entry, the store only its safety. Entries are JSON values. Calls take effect in the
 * order they were made.
 */
export interface SessionStore {
  /** Every entry in the order of `append`; unreadable trailing data after a crash is left out. */
  read(): Promise<unknown[]>;
  /** Resolves once the entry survives the death of this process. */
  append(entry: unknown): Promise<void>;
  /** Replaces everything, atomically. */
  replace(entries: readonly unknown[]): Promise<void>;
}
