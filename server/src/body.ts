import { AppError } from "@toolhaven/contract/errors";
import { type Parsed, parseInput, type Schema } from "@toolhaven/contract/input";

/** Larger than any request of ours, smaller than anything that hurts. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * Reads a JSON body through its schema. The content type is not looked at.
 * @throws AppError `too_large` over 1 MiB, `invalid_input` for anything that is not the documented shape
 */
export async function readBody<S extends Schema>(request: Request, schema: S): Promise<Parsed<S>> {
  const text = await readText(request);
  if (text.trim() === "") throw new AppError("invalid_input", "the body is empty; send a JSON object");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "the body is not valid JSON", { cause });
  }
  return parseInput(schema, value);
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new AppError("invalid_input", "the body is not valid UTF-8", { cause });
  }
}

const tooLarge = (): AppError => new AppError("too_large", `the body is larger than ${BODY_LIMIT} bytes; send less`);
