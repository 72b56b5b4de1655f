/** Deeper than any line of ours goes. */
const MAX_DEPTH = 8;

const HIDDEN = "[hidden]";

/** Longer texts are cut: cleaning them takes time, and no line of ours is of that size. */
const MAX_TEXT = 16_384;

/** Names of fields whose value is hidden, whatever it is. */
const SENSITIVE =
  /authorization|^auth$|cookie|passw|secret|token|api[_-]?key|credential|private[_-]?key|session[_-]?id/i;

const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'<>]*@/gi;
/** Parameters of an address whose value opens something. */
const PARAMETER = /([?&;#][\w.-]*(?:token|key|secret|passw|sig|auth|credential|code|assertion)[\w.-]*=)[^&;#\s"'<>]+/gi;
const HEADER = /((?:authorization|cookie)["']?\s*[:=]\s*)[^\r\n]+/gi;
const SCHEME = /\b((?:bearer|basic)\s+)[^\s"',;]+/gi;
/** `password=…` and `"token": "…"` in running text. */
const ASSIGNMENT =
  /((?<![\w-])["']?[\w-]*(?:passw|secret|token|api[_-]?key)[\w-]*["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"']+)/gi;

/** Text without what opens something: credentials of addresses, tokens, passwords. */
export function redactText(text: string): string {
  return (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
    .replaceAll(USER_INFO, `$1${HIDDEN}@`)
    .replaceAll(PARAMETER, `$1${HIDDEN}`)
    .replaceAll(HEADER, `$1${HIDDEN}`)
    .replaceAll(SCHEME, `$1${HIDDEN}`)
    .replaceAll(ASSIGNMENT, `$1${HIDDEN}`);
}

/**
 * A copy for the log: fields that are named like secrets are hidden whole, texts are cleaned, errors become what is
 * worth knowing of them, with their causes. Anything else that is no plain data is shown by its name.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  if (depth === MAX_DEPTH) return "[…]";
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  if (value instanceof URL) return redactText(value.href);
  if (value instanceof Map) return redact(Object.fromEntries(value), depth);
  if (value instanceof Set) return redact([...value], depth);
  if (!isPlain(value)) return `[${value.constructor?.name ?? "object"}]`;
  return redactFields(value, depth);
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      redactText(name),
      SENSITIVE.test(name) && field !== undefined && field !== null ? HIDDEN : redact(field, depth + 1),
    ]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, ...rest } = error;
  return {
    type: name,
    message: redactText(message),
    // The trace begins with the message, which has just been cleaned.
    ...(stack !== undefined && { stack: redactText(stack) }),
    ...redactFields(rest, depth),
    ...(cause !== undefined && { cause: redact(cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: redact(error.errors, depth + 1) }),
  };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
