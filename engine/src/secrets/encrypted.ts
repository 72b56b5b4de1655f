import { randomBytes } from "node:crypto";
import { AppError } from "@toolhaven/contract/errors";
import { readIfThere, writeDurably } from "../state/durable-file.ts";
import { PASSWORD_VARIABLE } from "./environment.ts";
import { deriveKey, type KdfCost } from "./key.ts";
import type { Keyring } from "./keyring.ts";
import type { Provider } from "./provider.ts";
import { freshLock, type Lock, parseSealed, seal, type SealedFile, unseal } from "./sealed-file.ts";
import { Secret } from "./secret.ts";

/** Secrets in one encrypted file. Its owner makes sure that changes and set-ups come one at a time. */
export interface EncryptedStore extends Provider, Disposable {
  /** Durable once resolved. Nothing is written when `edit` throws. */
  change(edit: (values: Map<string, string>) => void): Promise<void>;
  /** Takes the password out of the keyring; a key that was derived before stays with this process. */
  forgetPassword(): Promise<void>;
}

export interface EncryptedStoreDeps {
  readonly path: string;
  /** From the environment; goes before the keyring, which is then not asked at all. */
  readonly password: Secret | undefined;
  readonly keyring: Keyring;
  /** For new stores; an existing one says its own. */
  readonly cost: KdfCost;
  readonly signal: AbortSignal;
}

const TWO_WAYS = `unlock or start the system's keyring, or set ${PASSWORD_VARIABLE} in the server's environment`;

export function encryptedStore({ path, password: fromVariable, keyring, cost, signal }: EncryptedStoreDeps) {
  /** The key is kept, the values are not: a read decrypts the file anew and costs no key derivation. */
  let opened: { readonly id: string; readonly key: Promise<Buffer> } | undefined;

  return {
    check: async () => void (await values()),
    async list() {
      return [...(await values()).keys()].toSorted().map((key) => ({ key }));
    },
    async find(names) {
      const all = await values();
      return new Map(names.flatMap((name) => (all.has(name) ? [[name, all.get(name)!] as const] : [])));
    },
    async setUp(password) {
      // What opened the store earlier may have changed; a set-up is believed only when it works from the start.
      const before = opened;
      opened = undefined;
      try {
        await setUpAnew(password);
      } catch (error) {
        opened = before;
        throw error;
      }
    },
    async change(edit) {
      const file = await loadOrFail();
      const key = await keyOf(file.lock);
      const changed = unseal(file, key);
      edit(changed);
      await writeDurably(path, seal(changed, { lock: file.lock, key }));
    },
    async forgetPassword() {
      const { lock } = await loadOrFail();
      await withWays(keyring.remove(lock.id, { signal }));
    },
    [Symbol.dispose]() {
      opened?.key.then(
        (key) => key.fill(0),
        () => undefined,
      );
      opened = undefined;
    },
  } satisfies EncryptedStore;

  async function values(): Promise<Map<string, string>> {
    const file = await loadOrFail();
    return unseal(file, await keyOf(file.lock));
  }

  async function load(): Promise<SealedFile | undefined> {
    const text = await readIfThere(path);
    return text === undefined ? undefined : parseSealed(text, path);
  }

  async function loadOrFail(): Promise<SealedFile> {
    const file = await load();
    if (file) return file;
    throw new AppError("internal", `cannot read "${path}": there is no such file`, {
      hint: "restore it from a backup, or set up secrets again to start with none",
    });
  }

  /** Whoever comes while the key is being derived waits for the same derivation. A failure is not remembered. */
  function keyOf(lock: Lock, passwordFor = keptPassword): Promise<Buffer> {
    const id = JSON.stringify(lock);
    if (opened?.id === id) return opened.key;
    const opening = { id, key: passwordFor(lock.id).then((password) => unlock(lock, password)) };
    opened = opening;
    opening.key.catch(() => {
      if (opened === opening) opened = undefined;
    });
    return opening.key;
  }

  async function unlock({ kdf, check }: Lock, password: Secret): Promise<Buffer> {
    const derived = await deriveKey(password, kdf);
    if (derived.check === check) return derived.key;
    const source = fromVariable ? `the password in ${PASSWORD_VARIABLE}` : "the password in the system's keyring";
    throw new AppError("internal", `cannot open "${path}": ${source} is not the one it was made with`);
  }

  async function keptPassword(id: string): Promise<Secret> {
    if (fromVariable) return fromVariable;
    const kept = await withWays(keyring.read(id, { signal }));
    if (kept) return kept;
    throw new AppError("internal", `cannot open "${path}": the system's keyring holds no password for it`, {
      hint: `set up secrets again with the "password" it was made with, or set ${PASSWORD_VARIABLE}`,
    });
  }

  async function setUpAnew(password: Secret | undefined): Promise<void> {
    const file = await load();
    if (fromVariable) return setUpWithVariable(fromVariable, { password, file });
    if (!file) return createWithKeyring(password ?? new Secret(randomBytes(32).toString("base64url")));
    if (password) return reopen(file, password);
    unseal(file, await keyOf(file.lock, (id) => keptPassword(id).catch(asBadRequest)));
  }

  async function setUpWithVariable(
    variable: Secret,
    { password, file }: { password: Secret | undefined; file: SealedFile | undefined },
  ): Promise<void> {
    if (password && !password.equals(variable)) {
      throw new AppError("invalid_input", `invalid "password": ${PASSWORD_VARIABLE} is set to another one`, {
        hint: `leave "password" out, or unset the variable`,
      });
    }
    if (file) unseal(file, await keyOf(file.lock));
    else await create(variable);
  }

  async function createWithKeyring(password: Secret): Promise<void> {
    await create(password, (id) => withWays(keyring.write(id, password, { signal })).catch(asBadRequest));
  }

  /**
   * `keep` runs when the new store is known to open with the password, and before the store is there: a crash in
   * between leaves a password nobody asks for, never a store nobody can open.
   */
  async function create(password: Secret, keep?: (id: string) => Promise<void>): Promise<void> {
    const fresh = freshLock(cost);
    const { key, check } = await deriveKey(password, fresh.kdf);
    const lock = { ...fresh, check };
    const text = seal(new Map(), { lock, key });
    unseal(parseSealed(text, path), key);
    await keep?.(lock.id);
    try {
      await writeDurably(path, text);
    } catch (error) {
      // It may be there all the same, when only the last sync failed.
      const isThere = (await readIfThere(path).catch(() => undefined)) === text;
      if (keep && !isThere) await keyring.remove(lock.id, { signal }).catch(() => undefined);
      throw error;
    }
    opened = { id: JSON.stringify(lock), key: Promise.resolve(key) };
  }

  /** The keyring may have lost the password, or the file came from another machine. */
  async function reopen(file: SealedFile, password: Secret): Promise<void> {
    const { lock } = file;
    const { key, check } = await deriveKey(password, lock.kdf);
    if (check !== lock.check) {
      throw new AppError("invalid_input", `invalid "password": it does not open "${path}", which exists`, {
        hint: "send the one it was made with, or move the file away to start with none",
      });
    }
    unseal(file, key);
    const kept = await withWays(keyring.read(lock.id, { signal })).catch(asBadRequest);
    if (!kept?.equals(password)) await withWays(keyring.write(lock.id, password, { signal })).catch(asBadRequest);
    opened = { id: JSON.stringify(lock), key: Promise.resolve(key) };
  }
}

/** Says what to do about a keyring that cannot be used. */
async function withWays<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { hint: TWO_WAYS });
  }
}

/** At set-up the machine's lack of a keyring is a reason to refuse the request, not a failure of the server. */
function asBadRequest(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError("invalid_input", error.message, error.hint === undefined ? {} : { hint: error.hint });
}
