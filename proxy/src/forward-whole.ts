import type { IncomingMessage, ServerResponse } from "node:http";
import { responseHeaders } from "./forward-headers.ts";
import { splice } from "./splice.ts";
import { toolListEdits } from "./tool-list.ts";
import type { ToolView } from "./tool-policy.ts";

export interface WholeOptions {
  readonly view: ToolView;
  readonly maxBytes: number;
  readonly onBytes: () => void;
  /** Why the answer cannot be passed on. Called when nothing was. */
  readonly onUnusable: (reason: string) => void;
}

/** What was said of the body as it came, and no longer holds. */
const OF_BODY = ["content-length", "content-md5", "digest", "content-digest", "repr-digest", "etag"];

/** Passes the server's answer on once it is there, with the tools that the view has. */
export function relayWhole(answer: IncomingMessage, res: ServerResponse, options: WholeOptions): void {
  const { view, maxBytes, onBytes, onUnusable } = options;
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;

  if (isCompressed(answer)) return refused("it is compressed");
  answer.on("data", (chunk: Buffer) => {
    onBytes();
    size += chunk.length;
    if (size > maxBytes) return refused(`it exceeds ${maxBytes} bytes, and answers are read when tools are chosen`);
    chunks.push(chunk);
  });
  answer.on("end", () => {
    const body = Buffer.concat(chunks, size);
    const shown = show(body);
    if (isOver || shown === undefined) return refused("it is not JSON");
    isOver = true;
    const headers = responseHeaders(answer, shown === body ? [] : OF_BODY);
    if (shown !== body) headers.push("Content-Length", String(shown.length));
    res.writeHead(answer.statusCode!, answer.statusMessage, headers);
    res.end(shown);
  });
  answer.on("error", () => undefined);
  answer.on("close", () => refused("it broke off"));

  function refused(reason: string): void {
    if (isOver) return;
    isOver = true;
    onUnusable(reason);
  }

  function show(body: Buffer): Buffer | undefined {
    const edits = toolListEdits(body, view);
    if (edits !== undefined) return edits.length === 0 ? body : splice(body, edits);
    // What is no JSON to us could be some to others if it says that it is, or in a charset with zeros in it.
    const mayPass = body.length === 0 || !(isJson(answer) || body.includes(0));
    return mayPass ? body : undefined;
  }
}

/** Whether a client could find messages in an answer of this kind. */
export function mayHoldMessages(answer: IncomingMessage, method: string | undefined): boolean {
  const { "content-type": type = "" } = answer.headers;
  const isEmpty = method === "HEAD" || answer.statusCode === 204 || answer.statusCode === 304;
  return !isEmpty && (method === "POST" || type === "" || /^text\/|json/i.test(type));
}

export function isCompressed({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^[^;]*json/i.test(headers["content-type"] ?? "");
}
