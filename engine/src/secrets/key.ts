import { randomBytes, scrypt } from "node:crypto";
import { z } from "zod";
import type { Secret } from "./secret.ts";

/** What it costs to try one password: scrypt's N, r and p (RFC 7914). */
export interface KdfCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MiB and about half a second of one core. */
export const STANDARD_COST: KdfCost = { n: 2 ** 17, r: 8, p: 1 };

/** A file from elsewhere must not make this process allocate or compute without end. */
const MAX_MEMORY = 256 * 1024 * 1024;
const MAX_WORK = 2 ** 22;

const Count = z.int().min(1);

export const KdfParameters = z
  .strictObject({ name: z.literal("scrypt"), n: Count.min(2), r: Count, p: Count, salt: z.base64().min(24).max(128) })
  .refine(({ n }) => Number.isInteger(Math.log2(n)), { error: "n must be a power of two" })
  .refine(({ n, r, p }) => memoryFor({ n, r, p }) <= MAX_MEMORY && n * r * p <= MAX_WORK, {
    error: "asks for more memory or work than is allowed",
  });
export type KdfParameters = z.infer<typeof KdfParameters>;

export const freshKdf = (cost: KdfCost): KdfParameters => ({
  name: "scrypt",
  n: cost.n,
  r: cost.r,
  p: cost.p,
  salt: randomBytes(16).toString("base64"),
});

export interface DerivedKey {
  /** For AES-256. */
  readonly key: Buffer;
  /** Tells a wrong password from a damaged file. Says nothing about the key, and costs as much to guess. */
  readonly check: string;
}

const KEY_BYTES = 32;
const CHECK_BYTES = 16;

/** Runs beside the event loop. */
export function deriveKey(password: Secret, { n, r, p, salt }: KdfParameters): Promise<DerivedKey> {
  const options = { N: n, r, p, maxmem: memoryFor({ n, r, p }) };
  return new Promise((resolve, reject) => {
    scrypt(password.reveal(), Buffer.from(salt, "base64"), KEY_BYTES + CHECK_BYTES, options, (error, bytes) => {
      if (error) return reject(error);
      resolve({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES).toString("base64") });
    });
  });
}

/** What OpenSSL's scrypt asks for, with a little room. */
const memoryFor = ({ n, r, p }: KdfCost): number => 128 * r * (n + p + 4);
