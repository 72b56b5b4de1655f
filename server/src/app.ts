import type { Handlers, OperationId } from "@toolhaven/contract/routes";
import { ROUTES } from "@toolhaven/contract/routes";
import { type Call, type Route, successStatusOf } from "@toolhaven/contract/route";
import { parseInput } from "@toolhaven/contract/input";
import { type Context, Hono } from "hono";
import { readBody } from "./body.ts";
import { type ErrorReply, toErrorReply } from "./errors.ts";
import { originGuard } from "./guard.ts";

export interface AppOptions {
  /** One handler for every call of the contract. */
  readonly handlers: Handlers;
  /** The address the app is served on; decides under which names it may be called. */
  readonly bindHost: string;
  readonly onUnexpected: (error: unknown) => void;
}

type AnyHandler = (call: Call<Route>) => unknown;

/** The whole API as a value: the route table decides what is parsed and answered, the handlers what is done. */
export function createApp({ handlers, bindHost, onUnexpected }: AppOptions): Hono {
  const app = new Hono({ strict: false });
  app.onError((error) => {
    const reply = toErrorReply(error);
    if (reply.isUnexpected) onUnexpected(error);
    return toResponse(reply);
  });
  app.notFound((c) => toResponse({ status: 404, body: `no call has the path "${c.req.path}"`, isUnexpected: false }));
  app.use(originGuard(bindHost));
  const routes = Object.entries(ROUTES) as Array<[OperationId, Route]>;
  for (const [id, route] of routes.toSorted(([, a], [, b]) => variableParts(a) - variableParts(b))) {
    // The contract's types prove that handler and route fit; here they meet as what they have in common.
    const handle = handlers[id] as AnyHandler;
    app.on(route.method.toUpperCase(), pattern(route), (c, next) =>
      c.req.method === "HEAD" ? next() : answer(c, route, handle),
    );
  }
  for (const [path, methods] of methodsByPath(routes)) app.all(path, () => methodNotAllowed(methods));
  return app;
}

/** Static paths come first: POST `/workloads/stop` is not a call on the workload `stop`, though GET is. */
const variableParts = ({ path }: Route): number => path.split("{").length;

const pattern = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

function methodsByPath(routes: ReadonlyArray<readonly [OperationId, Route]>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [, route] of routes) {
    paths.set(pattern(route), [...(paths.get(pattern(route)) ?? []), route.method.toUpperCase()]);
  }
  return paths;
}

async function answer(c: Context, route: Route, handle: AnyHandler): Promise<Response> {
  const result = await handle({
    params: route.params && parseInput(route.params, c.req.param()),
    query: route.query && parseInput(route.query, c.req.query()),
    body: route.body && (await readBody(c.req.raw, route.body)),
    signal: c.req.raw.signal,
  } as Call<Route>);
  const status = successStatusOf(route) ?? 200;
  const kind = route.answers[status];
  if (kind === null || kind === undefined) return new Response(null, { status });
  if (kind === "text") return new Response(String(result), { status, headers: { "content-type": "text/plain" } });
  return new Response(`${JSON.stringify(result)}\n`, { status, headers: { "content-type": "application/json" } });
}

function toResponse({ status, body }: ErrorReply): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return new Response(`${body}\n`, { status, headers });
}

const methodNotAllowed = (methods: readonly string[]): Response =>
  new Response(null, { status: 405, headers: { allow: methods.join(", ") } });
