/** One JSON token; a string is one token whatever it holds. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** Whether the message asks for `initialize`. Exact: escapes, nesting and repeated keys are read as a server does. */
export function isInitialize(bytes: Buffer): boolean {
  if (!bytes.includes("initialize") && !bytes.includes("\\u")) return false;
  const message = parseObject(bytes.toString());
  return message !== undefined && "method" in message && message.method === "initialize";
}

/** The id of a request as it was written (`1e2` and integers above 2^53 too), or `undefined` when it has none. */
export function rawId(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  const message = parseObject(text);
  if (message === undefined || !("id" in message)) return undefined;
  const isId = typeof message.id === "string" || typeof message.id === "number";
  return isId ? rawMember(text, "id") : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text of a scalar member of the outermost object; of the last one when the key is repeated. */
function rawMember(json: string, name: string): string | undefined {
  let depth = 0;
  let key: string | undefined;
  let found: string | undefined;
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth !== 1 || token === ":") continue;
    else if (token === ",") key = undefined;
    else if (key === undefined) key = String(JSON.parse(token));
    else if (key === name) found = token;
  }
  return found;
}
