import type { ErrorReply } from "./errors.ts";

/** On every answer, good or bad: nothing is guessed from it, embedded by other sites, or kept. */
export const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Errors are one line of plain text. */
export const TEXT_HEADERS = { "content-type": "text/plain; charset=utf-8" } as const;

const JSON_HEADERS = { "content-type": "application/json" } as const;

/** One line, also safe inside an HTML page: what could end a script element is escaped. */
export function jsonResponse(value: unknown, status: number): Response {
  const text = JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, escaped);
  return new Response(`${text}\n`, { status, headers: JSON_HEADERS });
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** What is left unread of a body makes the connection useless for a next call. */
const UNREAD: ReadonlySet<number> = new Set([408, 413]);

export function errorResponse({ status, body }: Pick<ErrorReply, "status" | "body">): Response {
  const headers = { ...TEXT_HEADERS, ...(UNREAD.has(status) && { connection: "close" }) };
  return new Response(`${body}\n`, { status, headers });
}
