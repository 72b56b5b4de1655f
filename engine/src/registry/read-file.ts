import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { AppError } from "@toolhaven/contract/errors";
import { decode } from "./fetch-body.ts";
import { MAX_DOCUMENT_BYTES } from "./fetch-document.ts";

/** What tells one state of a file from another. */
export interface FileState {
  readonly text: string;
  readonly stamp: string;
  /** RFC 3339. */
  readonly modified: string;
}

/** Changes whenever the file's content may have. @throws AppError `invalid_input` when there is no such file */
export async function stampOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    throw explain(error);
  }
}

/** Reads a registry's file. @throws AppError `invalid_input` saying why it cannot be read */
export async function readRegistryFile(path: string): Promise<FileState> {
  try {
    const stamp = await stampOf(path);
    // Opening a pipe waits for whoever writes to it; this way it does not, and is found out below.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const details = await file.stat();
    if (!details.isFile()) throw new AppError("invalid_input", "it is not a regular file");
    if (details.size > MAX_DOCUMENT_BYTES) throw tooLarge();
    const bytes = await file.readFile();
    if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge();
    return { text: decode(bytes), stamp, modified: details.mtime.toISOString() };
  } catch (error) {
    throw explain(error);
  }
}

const tooLarge = (): AppError =>
  new AppError("invalid_input", `it is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`);

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is not a regular file",
  ENXIO: "it is not a regular file",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "it is not a path",
};

function explain(error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason ? new AppError("invalid_input", reason, { cause: error }) : error;
}
