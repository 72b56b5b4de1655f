import { PRODUCT } from "@toolhaven/contract/product";
import { HTTPException } from "hono/http-exception";

/** Longer than any address of ours by far. */
export const URL_LIMIT = 8 * 1024;

/** What Node's server hands in beside the request. */
interface NodeEnv {
  readonly incoming?: { readonly url?: string };
}

/** A path like `/api/v1beta/workloads/`: the root of a collection may be asked for with a slash at its end. */
const COLLECTION = new RegExp(`^(${PRODUCT.apiPath}/[^/]+)/$`);

/**
 * The path as it was sent. A `Request` holds it resolved and rewritten (`/a/../b` is `/b` there); routes are found by
 * the very bytes, and each variable part is decoded once.
 */
export function pathOf(request: Request, { env }: { env?: unknown } = {}): string {
  const [path = "/"] = targetOf(request, env as NodeEnv | undefined).split(/[?#]/, 1);
  return path.replace(COLLECTION, "$1");
}

/**
 * @throws HTTPException 414 for an address that is too long, 400 for a path that cannot be decoded
 */
export function checkTarget(request: Request, env: unknown): void {
  const target = targetOf(request, env as NodeEnv | undefined);
  if (target.length > URL_LIMIT) {
    throw new HTTPException(414, { message: `the address is longer than ${URL_LIMIT} characters; send less` });
  }
  try {
    decodeURIComponent(target.split(/[?#]/, 1)[0] ?? "");
  } catch (cause) {
    throw new HTTPException(400, { message: 'the path holds a malformed percent-escape; write "%" as "%25"', cause });
  }
}

function targetOf({ url }: Request, env: NodeEnv | undefined): string {
  const sent = env?.incoming?.url;
  if (sent?.startsWith("/")) return sent;
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
