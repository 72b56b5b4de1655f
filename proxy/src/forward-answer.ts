import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@toolhaven/contract/errors";
import { responseHeaders } from "./forward-headers.ts";

export interface RelayOptions {
  /** Sees every chunk of the body and gives what the client gets in its place. May throw `invalid_input`. */
  readonly rewrite: ((chunk: Buffer) => Buffer) | undefined;
  readonly onBytes: () => void;
  /** `rewrite` refused the body. */
  readonly onRefused: (error: AppError) => void;
}

/** Streams the server's answer to the client at the client's pace. An answer that breaks off breaks off there too. */
export function relayAnswer(answer: IncomingMessage, res: ServerResponse, options: RelayOptions): void {
  const { rewrite, onBytes, onRefused } = options;
  res.writeHead(answer.statusCode!, answer.statusMessage, responseHeaders(answer, rewrite ? ["content-length"] : []));
  // The first event may be hours away; a client waits for the headers before it calls the stream open.
  if (isEventStream(answer)) res.flushHeaders();

  answer.on("data", (chunk: Buffer) => {
    onBytes();
    const bytes = rewrite ? rewritten(chunk) : chunk;
    if (bytes.length > 0 && !res.write(bytes)) answer.pause();
  });
  res.on("drain", () => answer.resume());
  answer.on("end", () => res.end());
  answer.on("close", () => {
    // Never a clean end in its place: the client would take the part for the whole.
    if (!res.writableEnded) res.destroy();
  });

  function rewritten(chunk: Buffer): Buffer {
    try {
      return rewrite!(chunk);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      onRefused(error);
      return Buffer.alloc(0);
    }
  }
}

export function isEventStream(answer: IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(answer.headers["content-type"] ?? "");
}
