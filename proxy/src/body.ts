import type { IncomingMessage } from "node:http";

/** So much of a body that is too large anyway is read and dropped, so that its sender gets to see the answer. */
const DROPPED_BYTES = 64 * 1024 * 1024;

export interface BodyOptions {
  readonly maxBytes: number;
  readonly onBody: (body: Buffer) => void;
  /** Called as soon as it is known: by the declared length, or while reading. */
  readonly onTooLarge: () => void;
}

/** Reads a request's body. Neither callback is called when the client leaves, or is too slow for the listener. */
export function readBody(req: IncomingMessage, { maxBytes, onBody, onTooLarge }: BodyOptions): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  let isTooLarge = false;

  req.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) return giveUp();
    if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  });
  req.on("end", () => {
    if (!isTooLarge) onBody(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size));
  });
  // A client that leaves while sending; there is nobody to tell.
  req.on("error", ignore);
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) giveUp();

  function giveUp(): void {
    first = undefined;
    more = undefined;
    if (size > maxBytes + DROPPED_BYTES) req.destroy();
    if (isTooLarge) return;
    isTooLarge = true;
    onTooLarge();
  }
}

function ignore(): void {}
