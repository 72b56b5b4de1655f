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
    if (!isLoopbackUrl(`http://${host}`)) throw new AppError("forbidden", `host "${clip(host)}" is not this machine`);
    const origin = c.req.header("origin");
    if (origin !== undefined && !isLoopbackUrl(origin)) {
      throw new AppError("forbidden", `origin "${clip(origin)}" may not call this server`);
    }
    await next();
  };
}

/** Whether a bind address is reached from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host) || host === "::1";

function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, username, pathname } = new URL(url);
  return LOOPBACK.has(hostname) && username === "" && pathname === "/";
}

/** What a stranger sent is shown back short and without control characters. */
const clip = (text: string): string => text.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, "?");
