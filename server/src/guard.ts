import { AppError } from "@toolhaven/contract/errors";
import { createOriginGuard } from "@toolhaven/contract/origin-guard";
import type { MiddlewareHandler } from "hono";

/** Refuses what reaches this machine under a foreign name, or comes from a web page of somebody else. */
export function originGuard(bindHost: string): MiddlewareHandler {
  const guard = createOriginGuard(bindHost);
  return async (c, next) => {
    const reason = guard({ host: c.req.header("host"), origin: c.req.header("origin") });
    if (reason !== undefined) throw new AppError("forbidden", reason);
    await next();
  };
}
