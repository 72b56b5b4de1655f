import { AppError } from "@toolhaven/contract/errors";
import { type Parsed, parseInput, type Schema } from "@toolhaven/contract/input";
import { HTTPException } from "hono/http-exception";

/** Larger than any request of ours, smaller than anything that hurts. */
export const BODY_LIMIT = 1024 * 1024;
/** A caller that takes longer than this to send its body is not going to. */
export const UPLOAD_LIMIT_MS = 30_000;

/**
 * Reads a JSON body through its schema. The content type is not looked at.
 * @throws AppError `too_large` over 1 MiB, `invalid_input` for anything that is not the documented shape
 * @throws HTTPException 408 when the body takes too long
 */
export async function readBody<S extends Schema>(
  request: Request,
  schema: S,
  { limitMs = UPLOAD_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Parsed<S>> {
  const text = await readText(request, limitMs);
  if (text.trim() === "") throw new AppError("invalid_input", "the body is empty; send a JSON object");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "the body is not valid JSON", { cause });
  }
  return parseInput(schema, value);
}

async function readText(request: Request, limitMs: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
  const bytes = request.body ? await readBytes(request.body, limitMs) : new Uint8Array();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_input", "the body is not valid UTF-8", { cause });
  }
}

async function readBytes(body: ReadableStream<Uint8Array>, limitMs: number): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp(reader);
  }, limitMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cutShort);
      if (isLate) throw tooSlow(limitMs);
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > BODY_LIMIT) {
        giveUp(reader);
        throw tooLarge();
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The answer does not wait for the sender to take notice. */
function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}

function cutShort(cause: unknown): never {
  throw new AppError("invalid_input", "the body ended before all of it arrived", { cause });
}

const tooLarge = (): AppError => new AppError("too_large", `the body is larger than ${BODY_LIMIT} bytes; send less`);

const tooSlow = (limitMs: number): HTTPException =>
  new HTTPException(408, { message: `the body took longer than ${limitMs / 1000} seconds to arrive` });
