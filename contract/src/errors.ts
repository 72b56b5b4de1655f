/** Every kind of failure a caller can meet. The HTTP status and the exit code of each are tables elsewhere. */
export type ErrorCode =
  | "invalid_input"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "unsupported"
  | "already_exists"
  | "too_large"
  | "internal"
  | "not_implemented"
  | "runtime_unavailable";

export interface AppErrorOptions extends ErrorOptions {
  /** What the user can do next; the CLI prints it under the message. */
  hint?: string;
}

/**
 * A failure we expect and can explain. `message` is safe to show to any caller,
 * so it never holds secret values, tokens or URLs with credentials.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, ...options }: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

export const notFound = (what: string, name: string): AppError =>
  new AppError("not_found", `${what} "${name}" not found`);

export const notImplemented = (what: string): AppError =>
  new AppError("not_implemented", `${what} is not implemented yet`);
