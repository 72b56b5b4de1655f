import type { Handlers, OperationId } from "@toolhaven/contract/routes";
import { ROUTES } from "@toolhaven/contract/routes";
import { type Call, type Route, successStatusOf } from "@toolhaven/contract/route";
import { parseInput } from "@toolhaven/contract/input";
import { quote } from "@toolhaven/contract/quote";
import { type Context, Hono } from "hono";
import { errorResponse, jsonResponse } from "./answers.ts";
import { readBody } from "./body.ts";
import { type CallLog, noCallLog } from "./call-log.ts";
import { deadlineOf, withDeadline } from "./deadline.ts";
import { toErrorReply } from "./errors.ts";
import { type CallFacts, frame } from "./frame.ts";
import { originGuard } from "./guard.ts";
import { REFERENCE_PATH, referencePage } from "./reference/serve.ts";
import { checkTarget, pathOf } from "./target.ts";

export interface AppOptions {
  /** One handler for every call of the contract. */
  readonly handlers: Handlers;
  /** The address the app is served on; decides under which names it may be called. `undefined`: a unix socket. */
  readonly bindHost: string | undefined;
  readonly onUnexpected: (error: unknown) => void;
  readonly calls?: CallLog;
  /** Milliseconds for every call and every body, instead of the usual ones. */
  readonly limits?: { readonly callMs?: number; readonly uploadMs?: number };
}

type AnyHandler = (call: Call<Route>) => unknown;

/** The whole API as a value: the route table decides what is parsed and answered, the handlers what is done. */
export function createApp({ handlers, bindHost, onUnexpected, calls = noCallLog, limits = {} }: AppOptions): Hono {
  const facts = new WeakMap<Request, CallFacts>();
  const app = new Hono({ getPath: pathOf });
  app.onError((error, { req: { raw } }) => {
    // Nobody reads this answer; what broke off because of that is no failure of ours.
    if (raw.signal.aborted) return errorResponse({ status: 499, body: "the caller has gone" });
    const { status, body, isUnexpected } = toErrorReply(error);
    if (isUnexpected) onUnexpected(error);
    return errorResponse({ status, body: status === 500 ? `${body} (request ${facts.get(raw)?.id})` : body });
  });
  app.notFound((c) => errorResponse({ status: 404, body: `no call has the path ${quote(c.req.path)}` }));
  app.use(frame(calls, facts));
  app.use(originGuard(bindHost));
  app.use((c, next) => {
    checkTarget(c.req.raw, c.env);
    return next();
  });

  const onCall = (method: string, path: string, work: (c: Context) => Response | Promise<Response>): void => {
    app.on(method, patternOf(path), (c, next) => {
      facts.get(c.req.raw)!.route = path;
      // The router takes HEAD for GET; the contract does not have it.
      return c.req.method === "HEAD" ? next() : work(c);
    });
  };
  onCall("GET", REFERENCE_PATH, referencePage(handlers.getOpenApi));
  const routes = Object.entries(ROUTES) as Array<[OperationId, Route]>;
  for (const [id, route] of routes.toSorted(([, a], [, b]) => variableParts(a) - variableParts(b))) {
    // The contract's types prove that handler and route fit; here they meet as what they have in common.
    const handle = handlers[id] as AnyHandler;
    const limitMs = limits.callMs ?? deadlineOf(id);
    onCall(route.method.toUpperCase(), route.path, (c) =>
      withDeadline((signal) => answer(c, { route, handle, signal, limitMs: limits.uploadMs }), {
        limitMs,
        signal: c.req.raw.signal,
      }),
    );
  }
  for (const [path, methods] of methodsByPath(routes)) app.all(patternOf(path), () => methodNotAllowed(methods));
  return app;
}

/** Static paths come first: POST `/workloads/stop` is not a call on the workload `stop`, though GET is. */
const variableParts = ({ path }: Route): number => path.split("{").length;

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

function methodsByPath(routes: ReadonlyArray<readonly [OperationId, Route]>): Map<string, string[]> {
  const paths = new Map([[REFERENCE_PATH, ["GET"]]]);
  for (const [, { path, method }] of routes) paths.set(path, [...(paths.get(path) ?? []), method.toUpperCase()]);
  return paths;
}

interface Answering {
  readonly route: Route;
  readonly handle: AnyHandler;
  readonly signal: AbortSignal;
  readonly limitMs: number | undefined;
}

async function answer(c: Context, { route, handle, signal, limitMs }: Answering): Promise<Response> {
  const result = await handle({
    params: route.params && parseInput(route.params, c.req.param()),
    query: route.query && parseInput(route.query, c.req.query()),
    body: route.body && (await readBody(c.req.raw, route.body, { ...(limitMs !== undefined && { limitMs }) })),
    signal,
  } as Call<Route>);
  const status = successStatusOf(route) ?? 200;
  const kind = route.answers[status];
  if (kind === null || kind === undefined) return new Response(null, { status });
  if (kind === "text") return new Response(String(result), { status, headers: { "content-type": "text/plain" } });
  return jsonResponse(result, status);
}

const methodNotAllowed = (methods: readonly string[]): Response =>
  new Response(null, { status: 405, headers: { allow: methods.join(", ") } });
