import { STATUS_CODES } from "node:http";
import { COMMON_HEADERS, TEXT_HEADERS } from "./answers.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/** An answer to what never became a request. */
export interface Refusal {
  readonly status: number;
  readonly line: string;
}

export const TOO_MANY: Refusal = { status: 503, line: "too many connections; close some and try again" };

/** What Node's parser found wrong, in words. */
export function refusalOf(
  code: string | undefined,
  { headBytes, requestMs }: { headBytes: number; requestMs: number },
): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, line: `the address and headers are larger than ${headBytes} bytes together; send less` };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, line: "the body has more chunk extensions than anybody needs" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, line: `the request took too long to arrive; it has ${requestMs / 1000} seconds` };
    default:
      return { status: 400, line: "this is not an HTTP request" };
  }
}

export function plainAnswer({ status, line }: Refusal, { id }: { id: string }): string {
  const body = `${line}\n`;
  const headers = {
    ...COMMON_HEADERS,
    ...TEXT_HEADERS,
    [REQUEST_ID_HEADER]: id,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
