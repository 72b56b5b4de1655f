import type { MiddlewareHandler } from "hono";
import { COMMON_HEADERS } from "./answers.ts";
import type { CallLog } from "./call-log.ts";
import { REQUEST_ID_HEADER, requestIdFrom } from "./request-id.ts";

/** What is known of a call while it runs. */
export interface CallFacts {
  readonly id: string;
  /** Its path in the route table, once one was found. */
  route: string;
}

/** Around everything else: gives each request its id, each answer the headers all have, and the log one line. */
export function frame(calls: CallLog, facts: WeakMap<Request, CallFacts>): MiddlewareHandler {
  return (c, next) => {
    const call: CallFacts = { id: requestIdFrom(c.req.header(REQUEST_ID_HEADER)), route: "-" };
    const startedAt = performance.now();
    facts.set(c.req.raw, call);
    return calls.during(call.id, async () => {
      await next();
      c.header(REQUEST_ID_HEADER, call.id);
      for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
      calls.answered({
        request_id: call.id,
        method: c.req.method,
        route: call.route,
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      });
    });
  };
}
