import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import { isBatch, type Malformed, type Message, rawId, readBatch, readClientMessage, spanIn } from "./json-rpc.ts";
import {
  badRequest,
  initializeRequired,
  invalidRequest,
  type Refusal,
  refuse,
  tooLarge,
  unsupportedMedia,
} from "./refusal.ts";

const MAX_BATCH = 100;

/** From this revision on there is neither handshake nor session. */
const MODERN = "2026-07-28";

export interface Intake {
  readonly messages: readonly Message[];
  readonly isBatch: boolean;
}

export interface IntakeOptions {
  readonly maxBytes: number;
  readonly onMessages: (intake: Intake) => void;
}

/** Reads what a client posted. What is no message, or none for a server with a handshake, is answered here. */
export function takeIn(req: IncomingMessage, res: ServerResponse, { maxBytes, onMessages }: IntakeOptions): void {
  if (!isJson(req.headers["content-type"])) return refuse(res, unsupportedMedia());
  readBody(req, {
    maxBytes,
    onTooLarge: () => refuse(res, tooLarge(maxBytes)),
    onBody: (body) => {
      if (isBatch(body)) return takeInBatch(body, req, { res, onMessages });
      const message = readClientMessage(body);
      if (message.kind === "malformed") return refuse(res, malformed(message), message.id);
      const refusal = refusalOf(message, req);
      if (refusal !== undefined) return refuse(res, refusal, idOf(message));
      onMessages({ messages: [message], isBatch: false });
    },
  });
}

/** The id that an error about the message carries. */
export function idOf(message: Message): string | undefined {
  return message.kind === "request" ? rawId(message) : undefined;
}

export function isModernVersion(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= MODERN;
}

interface BatchOptions extends Pick<IntakeOptions, "onMessages"> {
  readonly res: ServerResponse;
}

/** All or nothing: no element is forwarded when one cannot be. */
function takeInBatch(body: Buffer, req: IncomingMessage, { res, onMessages }: BatchOptions): void {
  const elements = readBatch(body);
  if (elements === undefined) return refuse(res, { status: 400, code: -32700, text: "the batch is not valid JSON" });
  if (elements.length === 0 || elements.length > MAX_BATCH) {
    return refuse(res, invalidRequest(`a batch has 1 to ${MAX_BATCH} messages`));
  }
  const messages: Message[] = [];
  for (const element of elements) {
    const message = readClientMessage(element);
    if (message.kind === "malformed") return refuse(res, malformed(message), message.id);
    const refusal =
      message.method === "initialize" ? invalidRequest('"initialize" stands alone') : refusalOf(message, req);
    if (refusal !== undefined) return refuse(res, refusal, idOf(message));
    messages.push(message);
  }
  onMessages({ messages, isBatch: true });
}

/**
 * A client of the modern era tries its way first; told that a handshake is needed, it falls back to one. The server
 * never sees the attempt: some end at their first unexpected request.
 */
function refusalOf(message: Message, { headers }: IncomingMessage): Refusal | undefined {
  const version = headers["mcp-protocol-version"]?.toString();
  if (version !== undefined && !/^[\w.-]{1,64}$/.test(version)) {
    return badRequest('the "MCP-Protocol-Version" header is not a protocol version');
  }
  if (message.kind === "response") return undefined;
  const isModern = spanIn(message, "metaVersion") !== undefined;
  if (isModern || (isModernVersion(version) && message.method !== "initialize")) return initializeRequired();
  return undefined;
}

function malformed({ code, text }: Malformed): Refusal {
  return { status: 400, code, text };
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(?:;|$)/i.test(contentType);
}
