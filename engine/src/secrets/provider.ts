import type { SecretKeyList } from "@toolhaven/contract/secret";
import type { Secret } from "./secret.ts";

/** What every secrets provider can do. Failures are AppErrors that say what is wrong with the provider. */
export interface Provider {
  /**
   * Makes it usable, and proves that it is. Nothing has changed when it rejects.
   * @throws AppError `invalid_input` when the machine lacks what it needs
   */
  setUp(password: Secret | undefined): Promise<void>;
  /** Rejects when the provider cannot be used now. */
  check(): Promise<void>;
  /** Sorted by key, without values. */
  list(): Promise<SecretKeyList["keys"]>;
  /** The values of those names that it has. */
  find(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** For those who want no secrets kept. */
export const noProvider: Provider = {
  setUp: async () => undefined,
  check: async () => undefined,
  list: async () => [],
  find: async () => new Map(),
};
