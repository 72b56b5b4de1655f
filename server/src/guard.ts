import { AppError } from "@toolhaven/contract/errors";
import { createOriginGuard } from "@toolhaven/contract/origin-guard";
import type { MiddlewareHandler } from "hono";

/**
 * Refuses what reaches this machine under a foreign name, or comes from a web page of somebody else. On a unix socket
 * (no address) every name is good, since no page can reach it; one that claims to come from a page is refused.
 */
export function originGuard(bindHost: string | undefined): MiddlewareHandler {
  const guard = bindHost === undefined ? refusePages : createOriginGuard(bindHost);
  return async (c, next) => {
    const reason = guard({ host: c.req.header("host"), origin: c.req.header("origin") });
    if (reason !== undefined) throw new AppError("forbidden", reason);
    await next();
  };
}

const refusePages: ReturnType<typeof createOriginGuard> = ({ origin }) =>
  origin === undefined ? undefined : 'forbidden: no page may use this socket; drop the "Origin" header';
