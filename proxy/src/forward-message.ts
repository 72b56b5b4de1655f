import { findMember, rawAt, skipSpace, skipValue, type Span, textAt } from "./json-text.ts";

/** Whether the message asks for `initialize`. Exact: escapes, nesting and repeated keys are read as a server does. */
export function isInitialize(bytes: Buffer): boolean {
  if (!bytes.includes("initialize") && !bytes.includes("\\u")) return false;
  return textAt(bytes, memberOf(bytes, "method")) === "initialize";
}

/** The id of a request as it was written (`1e2` and integers above 2^53 too), or `undefined` when it has none. */
export function idOf(bytes: Buffer): string | undefined {
  const span = memberOf(bytes, "id");
  const raw = span && rawAt(bytes, span);
  return raw !== undefined && /^["\d-]/.test(raw) ? raw : undefined;
}

function memberOf(bytes: Buffer, name: string): Span | undefined {
  const start = skipSpace(bytes, 0);
  const end = skipValue(bytes, start);
  const isJson = end !== -1 && skipSpace(bytes, end) === bytes.length;
  return isJson ? findMember(bytes, { start, end }, name) : undefined;
}

/** Whether a `subscriptions/listen` wants to hear of changed tools. The bytes are a JSON object, or nothing we know. */
export function listensForTools(bytes: Buffer): boolean {
  const params = memberOf(bytes, "params");
  const notifications = params && findMember(bytes, params, "notifications");
  const wish = notifications && findMember(bytes, notifications, "toolsListChanged");
  return wish !== undefined && rawAt(bytes, wish) === "true";
}
