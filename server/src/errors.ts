import { AppError, type ErrorCode } from "@toolhaven/contract/errors";
import { oneLine } from "@toolhaven/contract/quote";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The only place where an error code meets an HTTP status. */
const STATUS = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  unsupported: 405,
  already_exists: 409,
  too_large: 413,
  internal: 500,
  not_implemented: 501,
  runtime_unavailable: 503,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

export interface ErrorReply {
  readonly status: number;
  /** One plain line; an unforeseen failure says nothing about itself. */
  readonly body: string;
  /** Worth more than its line in the log: the failure is ours. */
  readonly isUnexpected: boolean;
}

export function toErrorReply(error: unknown): ErrorReply {
  if (error instanceof AppError) {
    return { status: STATUS[error.code], body: toLine(error), isUnexpected: error.code === "internal" };
  }
  if (error instanceof HTTPException) return { status: error.status, body: error.message, isUnexpected: false };
  return { status: 500, body: "internal server error", isUnexpected: true };
}

const toLine = ({ message, hint }: AppError): string =>
  oneLine((hint ? `${message}; ${hint}` : message).replaceAll(/\s*[\r\n]+\s*/g, " ").trim());
