import { AppError } from "@toolhaven/contract/errors";
import type { MiddlewareHandler } from "hono";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses requests that reach a loopback bind under a foreign name: a page whose DNS name was turned to this
 * machine (foreign `Host`), or any page of another site (foreign `Origin`).
 */
export function loopbackGuard(): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!isLoopback(`http://${host}`)) throw new AppError("forbidden", `host "${clip(host)}" is not this machine`);
    const origin = c.req.header("origin");
    if (origin !== undefined && !isLoopback(origin)) {
      throw new AppError("forbidden", `origin "${clip(origin)}" may not call this server`);
    }
    await next();
  };
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.has(new URL(url).hostname);
}

/** What a stranger sent is shown back short and without control characters. */
const clip = (text: string): string => text.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, "?");
