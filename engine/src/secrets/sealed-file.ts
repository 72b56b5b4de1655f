import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { AppError } from "@toolhaven/contract/errors";
import { z } from "zod";
import { freshKdf, type KdfCost, KdfParameters } from "./key.ts";

/**
 * The encrypted store on disk: a line of JSON that says how it is locked, and a line of base64 with the encrypted
 * values and their tag. The whole first line is authenticated with the values, so nothing in it can be exchanged.
 */
const FORMAT = "toolhaven-secrets";
const VERSION = 1;
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_HEADER_LENGTH = 4096;
const MAX_PLAIN_BYTES = 32 * 1024 * 1024;

/** What stays the same for the life of a store. */
const Lock = z.strictObject({
  /** Names the store in the keyring. */
  id: z.uuid(),
  kdf: KdfParameters,
  /** What deriving the key with the right password gives beside the key. */
  check: z.base64(),
});
export type Lock = z.infer<typeof Lock>;

const AnyHeader = z.looseObject({ format: z.literal(FORMAT), version: z.int().min(1) });
const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  lock: Lock,
  cipher: z.literal(CIPHER),
  nonce: z.base64(),
});

/** Pairs, because a name may be anything, `__proto__` included. */
const Content = z.strictObject({ secrets: z.array(z.tuple([z.string(), z.string()])) });

export interface SealedFile {
  readonly path: string;
  readonly lock: Lock;
  readonly nonce: Buffer;
  readonly firstLine: string;
  readonly body: Buffer;
}

export const freshLock = (cost: KdfCost): Omit<Lock, "check"> => ({ id: randomUUID(), kdf: freshKdf(cost) });

/**
 * Takes a store's text apart; no password is needed.
 * @throws AppError `internal` that names the file, when it is not a whole store of this version
 */
export function parseSealed(text: string, path: string): SealedFile {
  const [firstLine = "", encoded, end, ...rest] = text.split("\n", 4);
  const header = firstLine.length <= MAX_HEADER_LENGTH ? jsonIn(firstLine) : undefined;
  const version = AnyHeader.safeParse(header).data?.version;
  if (version !== undefined && version !== VERSION) {
    throw new AppError("internal", `cannot read "${path}": it has format ${version}, written by a newer version`, {
      hint: "use that version",
    });
  }
  const parsed = Header.safeParse(header);
  const body = Buffer.from(encoded ?? "", "base64");
  const nonce = Buffer.from(parsed.data?.nonce ?? "", "base64");
  const isWhole = end === "" && rest.length === 0 && body.toString("base64") === encoded && body.length >= TAG_BYTES;
  if (!parsed.success || !isWhole || nonce.length !== NONCE_BYTES) throw damaged(path);
  return { path, lock: parsed.data.lock, nonce, firstLine, body };
}

/** @throws AppError `too_large` when the values together are more than a store may hold */
export function seal(values: ReadonlyMap<string, string>, { lock, key }: { lock: Lock; key: Buffer }): string {
  const plain = Buffer.from(JSON.stringify({ secrets: [...values] } satisfies z.infer<typeof Content>));
  if (plain.length > MAX_PLAIN_BYTES) {
    throw new AppError("too_large", `the secrets together are larger than ${MAX_PLAIN_BYTES} bytes`, {
      hint: "delete some first",
    });
  }
  const nonce = randomBytes(NONCE_BYTES);
  const header: z.infer<typeof Header> = {
    format: FORMAT,
    version: VERSION,
    lock,
    cipher: CIPHER,
    nonce: nonce.toString("base64"),
  };
  const firstLine = JSON.stringify(header);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(firstLine));
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  plain.fill(0);
  return `${firstLine}\n${body.toString("base64")}\n`;
}

/** @throws AppError `internal` when anything in the file is not as it was written */
export function unseal({ path, nonce, firstLine, body }: SealedFile, key: Buffer): Map<string, string> {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(firstLine))
    .setAuthTag(body.subarray(-TAG_BYTES));
  const plain = decipher.update(body.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw damaged(path);
  }
  const content = Content.safeParse(jsonIn(plain.toString()));
  plain.fill(0);
  if (!content.success) throw damaged(path);
  return new Map(content.data.secrets);
}

/** No cause: a parser's message quotes what it could not read. */
const damaged = (path: string): AppError =>
  new AppError("internal", `cannot read "${path}": it is damaged or was changed by something else`, {
    hint: "restore it from a backup, or move it away and set up secrets again",
  });

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
