import { AppError } from "@toolhaven/contract/errors";
import { oneLine, quote } from "@toolhaven/contract/quote";
import { TOKEN_VARIABLE } from "./environment.ts";
import { withLimit } from "./limit.ts";
import type { Provider } from "./provider.ts";
import type { Secret } from "./secret.ts";

/** What we ask of 1Password; `one-password-sdk.ts` answers with their package. */
export interface OnePassword {
  connect(token: Secret): Promise<OnePasswordAccount>;
}

export interface OnePasswordAccount {
  /** One answer for every reference. */
  resolve(references: readonly string[]): Promise<ReadonlyMap<string, ResolvedReference>>;
  fields(): Promise<readonly OnePasswordField[]>;
}

export type ResolvedReference =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly reason: string };

export interface OnePasswordField {
  readonly vault: Named;
  readonly item: Named;
  readonly field: Named;
}

interface Named {
  readonly id: string;
  readonly title: string;
}

export interface OnePasswordDeps {
  readonly onePassword: OnePassword;
  readonly token: Secret | undefined;
  readonly limits?: { readonly connectMs: number; readonly answerMs: number };
}

const REFERENCE = /^op:\/\/./;
const MAX_REASON_LENGTH = 300;
const NO_TOKEN = `the provider "1password" needs the token of a service account`;
const SET_TOKEN = `set ${TOKEN_VARIABLE} in the server's environment and start it again`;

/** Read only. Names are references, `op://vault/item/field`; vault, item and field by title or by id. */
export function onePasswordProvider({
  onePassword,
  token,
  limits = { connectMs: 5000, answerMs: 50_000 },
}: OnePasswordDeps): Provider {
  let connected: Promise<OnePasswordAccount> | undefined;

  return {
    async setUp() {
      if (!token) throw new AppError("invalid_input", NO_TOKEN, { hint: SET_TOKEN });
      await account();
    },
    check: async () => void (await account()),
    async list() {
      const fields = await ask("list its fields", (its) => its.fields());
      const keys = fields.map(({ vault, item, field }) => ({
        key: `op://${vault.id}/${item.id}/${field.id}`,
        description: `${vault.title} :: ${item.title} :: ${field.title}`,
      }));
      return keys.toSorted((a, b) => (a.description < b.description ? -1 : 1));
    },
    async find(names) {
      const references = names.filter((name) => REFERENCE.test(name));
      if (references.length === 0) return new Map();
      const answers = await ask("read a secret", (its) => its.resolve(references));
      return new Map(references.flatMap((name) => valueOf(name, answers.get(name))));
    },
  };

  /** Connected once, for everybody; after any failure anew. */
  async function account(): Promise<OnePasswordAccount> {
    if (!token) throw new AppError("internal", NO_TOKEN, { hint: SET_TOKEN });
    connected ??= attempt("connect", limits.connectMs, onePassword.connect(token));
    return connected;
  }

  async function ask<T>(what: string, question: (account: OnePasswordAccount) => Promise<T>): Promise<T> {
    return attempt(what, limits.answerMs, question(await account()));
  }

  async function attempt<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
    try {
      return await withLimit(work, ms, () => failure(what, `no answer within ${ms / 1000} s`));
    } catch (error) {
      connected = undefined;
      throw error instanceof AppError ? error : failure(what, withoutToken(error));
    }
  }

  /** No cause: the package's errors are not ours to vouch for. */
  function withoutToken(error: unknown): string {
    const text = error instanceof Error ? error.message : "it gave no reason";
    return token ? text.replaceAll(token.reveal(), "[token]") : text;
  }
}

function valueOf(name: string, answer: ResolvedReference | undefined): Array<readonly [string, string]> {
  if (answer?.kind === "value") return [[name, answer.value]];
  if (answer?.kind === "refused") {
    throw new AppError("invalid_input", `cannot read ${quote(name)} from 1Password: ${answer.reason}`);
  }
  return [];
}

const failure = (what: string, reason: string): AppError =>
  new AppError("internal", `1Password: cannot ${what}: ${oneLine(reason.slice(0, MAX_REASON_LENGTH)).trim()}`);
