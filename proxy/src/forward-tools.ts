import type { IncomingMessage } from "node:http";
import { readBody } from "./body.ts";
import type { HeaderList } from "./forward-target.ts";
import { isBatch, type Message, rawId, readBatch, readClientMessage, spanIn } from "./json-rpc.ts";
import { textAt } from "./json-text.ts";
import {
  headerMismatch,
  invalidRequest,
  type Refusal,
  tooLarge,
  unsupportedCoding,
  unsupportedMedia,
} from "./refusal.ts";
import { admitMessage } from "./tool-call.ts";
import type { ToolView } from "./tool-policy.ts";

/** A request as the server may have it. */
export interface AdmittedRequest {
  /** Undefined when there was none. */
  readonly body: Buffer | undefined;
  /** In place of the client's own. */
  readonly headers: HeaderList;
  /** The raw id of a single request. */
  readonly id?: string | undefined;
}

export interface AdmitOptions {
  readonly view: ToolView;
  readonly maxBytes: number;
  readonly onAdmitted: (request: AdmittedRequest) => void;
  /** `id`: of the message that is refused, as it was written. */
  readonly onRefused: (refusal: Refusal, id?: string) => void;
}

/** Answers are read, so they must come in one piece and as they are. */
const FOR_ANSWERS: HeaderList = ["Accept-Encoding", "identity"];

/** Said anew, because servers make different things of it when it is said twice or with parameters. */
const FOR_BODIES: HeaderList = [...FOR_ANSWERS, "Content-Type", "application/json"];

/**
 * Reads a request that tools could be called with: whatever its method and path, a body must be JSON-RPC messages that
 * mean to every server what they mean to us, and headers that repeat what is in it must not say anything else.
 */
export function admitRequest(req: IncomingMessage, options: AdmitOptions): void {
  const { view, maxBytes, onAdmitted, onRefused } = options;
  if (!hasBody(req)) {
    const isNaming = NAMING_HEADERS.find((name) => req.headers[name.toLowerCase()] !== undefined);
    return isNaming ? onRefused(headerMismatch(isNaming)) : onAdmitted({ body: undefined, headers: FOR_ANSWERS });
  }
  const { "content-type": type = "", "content-encoding": coding = "identity" } = req.headers;
  if (coding.toLowerCase() !== "identity") return onRefused(unsupportedCoding());
  if (!isPlainJson(type)) return onRefused(unsupportedMedia());
  readBody(req, {
    maxBytes,
    onTooLarge: () => onRefused(tooLarge(maxBytes)),
    onBody: (body) => (isBatch(body) ? admitBatch(body) : admitSingle(body)),
  });

  function admitSingle(body: Buffer): void {
    const message = readClientMessage(body);
    if (message.kind === "malformed") return onRefused({ status: 400, ...codeAndText(message) }, message.id);
    const id = message.kind === "request" ? rawId(message) : undefined;
    const mismatch = contradiction(req, message);
    if (mismatch !== undefined) return onRefused(mismatch, id);
    const admitted = admitMessage(message, view);
    if ("status" in admitted) return onRefused(admitted, id);
    onAdmitted({ body: admitted.bytes, headers: headersFor(req, admitted), id });
  }

  /** All or nothing (revision 2025-03-26): the answers come in one array, which would lack those that we gave. */
  function admitBatch(body: Buffer): void {
    const elements = readBatch(body);
    if (elements === undefined || elements.length === 0)
      return onRefused(invalidRequest("a batch is an array of messages"));
    if (NAMING_HEADERS.some((name) => req.headers[name.toLowerCase()] !== undefined)) {
      return onRefused(headerMismatch(NAMING_HEADERS[0]));
    }
    const bodies: Buffer[] = [];
    for (const element of elements) {
      const message = readClientMessage(element);
      if (message.kind === "malformed") return onRefused({ status: 400, ...codeAndText(message) }, message.id);
      const admitted = admitMessage(message, view);
      if ("status" in admitted) return onRefused(invalidRequest(`the batch was not sent: ${admitted.text}`));
      bodies.push(Buffer.from(bodies.length === 0 ? "[" : ","), admitted.bytes);
    }
    onAdmitted({ body: Buffer.concat([...bodies, Buffer.from("]")]), headers: FOR_BODIES });
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** In another charset the same bytes could be another message. */
function isPlainJson(type: string): boolean {
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((parameter) => parameter.startsWith("charset"));
  return essence === "application/json" && charsets.every((charset) => /^charset="?utf-8"?$/.test(charset));
}

function codeAndText({ code, text }: { code: number; text: string }): { code: number; text: string } {
  return { code, text };
}

/** Since revision 2026-07-28 headers repeat what is called, and there may be servers that go by them alone. */
const NAMING_HEADERS = ["Mcp-Method", "Mcp-Name"] as const;

function contradiction(req: IncomingMessage, message: Message): Refusal | undefined {
  const { "mcp-method": method, "mcp-name": name } = req.headers;
  if (method !== undefined && method !== message.method) return headerMismatch("Mcp-Method");
  if (name === undefined || message.method !== "tools/call") return undefined;
  const called = textAt(message.bytes, spanIn(message, "name"));
  return called !== undefined && decodeHeader(String(name)) === called ? undefined : headerMismatch("Mcp-Name");
}

function headersFor({ headers }: IncomingMessage, message: Message): HeaderList {
  if (headers["mcp-name"] === undefined || message.method !== "tools/call") return FOR_BODIES;
  const own = textAt(message.bytes, spanIn(message, "name"))!;
  return [...FOR_BODIES, "Mcp-Name", encodeHeader(own)];
}

const ENCODED = /^=\?base64\?(.*)\?=$/s;

function decodeHeader(value: string): string | undefined {
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded ? bytes.toString() : undefined;
}

/** MCP 2026-07-28, transports: what is not plain ASCII, or looks encoded, is encoded. */
function encodeHeader(text: string): string {
  const isPlain = /^[\x20-\x7e\t]*$/.test(text) && text === text.trim() && !ENCODED.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
