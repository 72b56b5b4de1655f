import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { AppError } from "@toolhaven/contract/errors";
import { quote } from "@toolhaven/contract/quote";

interface BodyOptions {
  readonly maxBytes: number;
}

/**
 * The text of an answer. Its size is limited on the way and once more unpacked, where a few bytes can become many.
 * @throws AppError `invalid_input`
 */
export async function readBody(response: IncomingMessage, options: BodyOptions): Promise<string> {
  if (Number(response.headers["content-length"] ?? 0) > options.maxBytes) throw tooLarge(options);
  const unpacker = unpackerOf(response);
  const unpacked = unpacker
    ? pipeline(
        response,
        (source: AsyncIterable<Buffer>) => limited(source, options),
        unpacker,
        () => undefined,
      )
    : response;
  const chunks: Buffer[] = [];
  for await (const chunk of limited(unpacked, options)) chunks.push(chunk);
  return decode(Buffer.concat(chunks));
}

async function* limited(source: AsyncIterable<Buffer>, options: BodyOptions): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > options.maxBytes) throw tooLarge(options);
    yield chunk;
  }
}

function unpackerOf({ headers }: IncomingMessage): Transform | undefined {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  switch (encoding) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new AppError("invalid_input", `it is packed in a way we did not ask for (${quote(encoding)})`);
  }
}

/** @throws AppError when the bytes are not UTF-8; a mark at the beginning is dropped. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_input", "it is not UTF-8 text", { cause });
  }
}

const tooLarge = ({ maxBytes }: BodyOptions): AppError =>
  new AppError("invalid_input", `it is larger than ${(maxBytes / 1024 / 1024).toFixed(0)} MiB`);
