import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError, notFound } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { quote } from "@toolhaven/contract/quote";
import type {
  CreateSecret,
  SecretKeyList,
  SecretReference,
  SecretsCapabilities,
  SecretsProvider,
  SecretsProviderType,
  SecretsSetUp,
  SecretWritten,
  SetUpSecrets,
  UpdateSecret,
} from "@toolhaven/contract/secret";
import type { Log } from "../log.ts";
import { makeFolder } from "../state/durable-file.ts";
import { readChoice, writeChoice } from "./choice.ts";
import { encryptedStore } from "./encrypted.ts";
import { FALLBACK_PREFIX, PROVIDER_VARIABLE, type SecretsEnvironment } from "./environment.ts";
import { type KdfCost, STANDARD_COST } from "./key.ts";
import type { Keyring } from "./keyring.ts";
import { type OnePassword, onePasswordProvider } from "./one-password.ts";
import { noProvider, type Provider } from "./provider.ts";
import { Secret } from "./secret.ts";

/**
 * The secrets of this installation. Before a provider is set up every call but `setUp` rejects with `not_found`;
 * a provider that cannot do what is asked is `unsupported`; one that is broken is `internal` and says how.
 */
export interface Secrets extends AsyncDisposable {
  /** Chooses the provider from now on. What others hold stays where it is. */
  setUp(request: SetUpSecrets): Promise<SecretsSetUp>;
  provider(): Promise<SecretsProvider>;
  list(): Promise<SecretKeyList>;
  create(request: CreateSecret): Promise<SecretWritten>;
  update(key: string, request: UpdateSecret): Promise<SecretWritten>;
  remove(key: string): Promise<void>;
  /**
   * The values by target, read now.
   * @throws AppError `invalid_input` naming the reference that has no value
   */
  resolve(references: readonly SecretReference[]): Promise<Readonly<Record<string, string>>>;
  /** One value, on the same terms. */
  read(name: string): Promise<string>;
  /** Takes the encrypted store's password out of the system's keyring. Without it the store cannot be read any more. */
  forgetPassword(): Promise<void>;
}

export interface SecretsDeps {
  /** Belongs to secrets alone; made when missing. */
  readonly folder: string;
  readonly env: SecretsEnvironment;
  readonly keyring: Keyring;
  readonly onePassword: OnePassword;
  readonly log: Log;
  readonly cost?: KdfCost;
  /** Stands beside the process that writes, and touches no file. */
  readonly isReader?: boolean;
}

const YES = { can_read: true, can_write: true, can_list: true, can_delete: true, can_cleanup: true };
const NO = { can_read: false, can_write: false, can_list: false, can_delete: false, can_cleanup: false };

const CAPABILITIES: Readonly<Record<SecretsProviderType, SecretsCapabilities>> = {
  encrypted: YES,
  "1password": { ...NO, can_read: true, can_list: true },
  none: { ...NO, can_list: true, can_cleanup: true },
};

/** Whoever writes holds the lock of the state folder: there is one writer. */
export async function openSecrets({ folder, env, log, cost = STANDARD_COST, ...ports }: SecretsDeps): Promise<Secrets> {
  if (!ports.isReader) await prepareFolder(folder);

  const choicePath = join(folder, "provider.json");
  const closing = new AbortController();
  const encrypted = encryptedStore({
    path: join(folder, "encrypted"),
    password: env.password,
    keyring: ports.keyring,
    cost,
    signal: closing.signal,
  });
  const providers: Readonly<Record<SecretsProviderType, Provider>> = {
    encrypted,
    "1password": onePasswordProvider({ onePassword: ports.onePassword, token: env.onePasswordToken }),
    none: noProvider,
  };
  let queue: Promise<unknown> = Promise.resolve();

  return {
    setUp: ({ provider_type, password }) =>
      inOrder(async () => {
        refuseOverridden(provider_type);
        const isFirst = (await readChoice(choicePath).catch(() => null)) === undefined;
        await providers[provider_type].setUp(password === undefined ? undefined : new Secret(password));
        await writeChoice(choicePath, provider_type);
        log.info({ provider: provider_type }, "secrets provider set up");
        return {
          provider_type,
          message: isFirst ? "Secrets provider setup successfully" : "Secrets provider reconfigured successfully",
        };
      }),
    async provider() {
      const type = await activeType();
      await providers[type].check();
      return { name: "default", provider_type: type, capabilities: CAPABILITIES[type] };
    },
    async list() {
      return { keys: await providers[await activeType()].list() };
    },
    create: ({ key, value }) =>
      inOrder(async () => {
        await requireWritable("create a secret");
        await encrypted.change((values) => {
          if (values.has(key)) throw new AppError("already_exists", `secret ${quote(key)} already exists`);
          if (env.fallback.has(key)) throw takenByVariable(key);
          values.set(key, value);
        });
        return { key, message: "Secret created successfully" };
      }),
    update: (key, { value }) =>
      inOrder(async () => {
        await requireWritable("change a secret");
        await encrypted.change((values) => {
          if (!values.has(key) && !env.fallback.has(key)) throw notFound("secret", key);
          values.set(key, value);
        });
        return { key, message: "Secret updated successfully" };
      }),
    remove: (key) =>
      inOrder(async () => {
        await requireWritable("delete a secret");
        await encrypted.change((values) => {
          if (!values.delete(key)) throw notFound("secret", key);
        });
      }),
    async resolve(references) {
      const values = await find(references.map(({ name }) => name));
      return Object.fromEntries(references.map(({ name, target }) => [target, values.get(name)!]));
    },
    read: async (name) => (await find([name])).get(name)!,
    forgetPassword: () => inOrder(() => encrypted.forgetPassword()),
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("closing"));
      await queue;
      encrypted[Symbol.dispose]();
    },
  };

  /** One change at a time, each from what the one before it left. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  }

  async function activeType(): Promise<SecretsProviderType> {
    const chosen = await readChoice(choicePath);
    if (chosen) return env.provider ?? chosen;
    throw new AppError("not_found", "secrets are not set up", {
      hint: `choose a provider with POST ${PRODUCT.apiPath}/secrets`,
    });
  }

  async function requireWritable(what: string): Promise<void> {
    const type = await activeType();
    if (type !== "encrypted") throw new AppError("unsupported", `the secrets provider "${type}" cannot ${what}`);
  }

  /** A choice that an override hides would be stored and ignored. */
  function refuseOverridden(type: SecretsProviderType): void {
    if (env.provider === undefined || env.provider === type) return;
    throw new AppError("invalid_input", `invalid "provider_type": ${PROVIDER_VARIABLE} is set to "${env.provider}"`, {
      hint: "unset it in the server's environment first",
    });
  }

  /** A value for every name, the environment's where the provider has none. */
  async function find(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const [first] = names;
    if (first === undefined) return new Map();
    const type = await activeType().catch((error: unknown) => refuseReference(first, error));
    const found = await providers[type].find(names);
    return new Map(names.map((name) => [name, found.get(name) ?? fallbackFor(name, type)]));
  }

  function fallbackFor(name: string, type: SecretsProviderType): string {
    const fallback = env.fallback.get(name);
    if (fallback) return fallback.reveal();
    throw new AppError("invalid_input", `unknown secret ${quote(name)}: the provider "${type}" has none of that name`);
  }
}

/** Left by writes that were cut short. */
async function prepareFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const leftovers = (await readdir(folder)).filter((file) => file.endsWith(".tmp"));
  await Promise.all(leftovers.map((file) => rm(join(folder, file), { force: true })));
}

/** Without a provider no reference can be right: the request is what has to change, or the set-up. */
function refuseReference(name: string, error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  const { message, hint } = error;
  throw new AppError("invalid_input", `unknown secret ${quote(name)}: ${message}`, hint === undefined ? {} : { hint });
}

const takenByVariable = (key: string): AppError =>
  new AppError("already_exists", `secret ${quote(key)} already exists: ${quote(FALLBACK_PREFIX + key)} is set`, {
    hint: "change it instead, or unset the variable",
  });
