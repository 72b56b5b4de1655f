import { readFile, stat } from "node:fs/promises";
import { AuthzConfig } from "@toolhaven/contract/authz";
import { AppError } from "@toolhaven/contract/errors";
import { parseInput } from "@toolhaven/contract/input";
import { parse } from "yaml";

/** Policies are written by people; what is larger than this is another file. */
const SIZE_LIMIT = 1024 * 1024;

/**
 * Reads an authorization file, JSON or YAML.
 * @throws AppError `invalid_input` when it cannot be read or is none, naming the file and what is wrong in it
 */
export async function readAuthzFile(path: string): Promise<AuthzConfig> {
  const text = await readText(path);
  let value: unknown;
  try {
    // JSON is a part of YAML 1.2.
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw invalid(path, `is neither JSON nor YAML`, cause);
  }
  try {
    return parseInput(AuthzConfig, value);
  } catch (cause) {
    throw cause instanceof AppError ? invalid(path, `is no authorization file: ${cause.message}`, cause) : cause;
  }
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > SIZE_LIMIT) throw invalid(path, `is larger than ${SIZE_LIMIT} bytes`);
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw invalid(path, "cannot be read", cause);
  }
}

const invalid = (path: string, problem: string, cause?: unknown): AppError =>
  new AppError("invalid_input", `invalid "authz_config": "${path}" ${problem}`, { cause });
