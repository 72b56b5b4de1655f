import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { AppError } from "@toolhaven/contract/errors";

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;
/** A whole system's bundle is a quarter of it. */
const MAX_LENGTH = 1024 ** 2;

/**
 * The certificates of a PEM file and nothing else of it: comments stay out of images.
 * @throws AppError `invalid_input` when it cannot be read, holds none or a broken one, or holds a private key
 */
export async function readCertificates(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw invalid(path, `cannot be read (${cause.code ?? cause.message})`);
  });
  if (text.length > MAX_LENGTH) throw invalid(path, `is longer than ${MAX_LENGTH} bytes`);
  const blocks = [...text.matchAll(BLOCK)].map(([block, kind = ""]) => ({ block, kind }));
  if (blocks.some(({ kind }) => kind.includes("PRIVATE KEY"))) {
    throw invalid(path, "holds a private key, which must not get into images; give the certificates alone");
  }
  const certificates = blocks.filter(({ kind }) => kind.endsWith("CERTIFICATE"));
  if (certificates.length === 0) throw invalid(path, "holds no PEM certificate");
  return certificates.map(({ block }, index) => canonical(block, `certificate ${index + 1}`, path)).join("");
}

function canonical(block: string, which: string, path: string): string {
  try {
    return new X509Certificate(block).toString();
  } catch (cause) {
    throw new AppError("invalid_input", `invalid CA certificate: "${path}" is broken in ${which}`, { cause });
  }
}

const invalid = (path: string, why: string): AppError =>
  new AppError("invalid_input", `invalid CA certificate: "${path}" ${why}`);
