import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { PRODUCT } from "@toolhaven/contract/product";
import { formatDuration } from "../program/duration.ts";
import { Failure } from "../program/failure.ts";
import type { ExitName } from "../program/exit-codes.ts";

/** Calls of the local API server. Paths are below the API's base path. */
export interface Api {
  get<T>(path: string, query?: Query): Promise<T>;
  getText(path: string): Promise<string>;
  post<T = void>(path: string, body?: unknown): Promise<T>;
  put<T = void>(path: string, body: unknown): Promise<T>;
  delete(path: string, query?: Query): Promise<void>;
}

export type Query = Readonly<Record<string, string | boolean | undefined>>;

/** One part of a path that a user named. */
export const segment = (name: string): string => encodeURIComponent(name);

export type Place = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/** No call waits for a server to get ready; what takes longer than this does not come any more. */
const ANSWER_LIMIT_MS = 120_000;

export interface ApiOptions {
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

/** An API at a place where a server is known to listen. */
export function createApi(place: Place, { signal: stop, limitMs = ANSWER_LIMIT_MS }: ApiOptions): Api {
  return {
    get: async <T>(path: string, query: Query = {}) => JSON.parse(await ask("GET", withQuery(path, query))) as T,
    getText: (path) => ask("GET", path),
    post: async <T>(path: string, body?: unknown) => parse(await ask("POST", path, body ?? {})) as T,
    put: async <T>(path: string, body: unknown) => parse(await ask("PUT", path, body)) as T,
    delete: async (path, query = {}) => void (await ask("DELETE", withQuery(path, query))),
  };

  function ask(method: string, path: string, body?: unknown): Promise<string> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const limit = AbortSignal.timeout(limitMs);
    const signal = AbortSignal.any([stop, limit]);
    const problem = (error: unknown): unknown => {
      if (stop.aborted) return stop.reason;
      if (!limit.aborted) return unreachable(error);
      return new Failure("timed out", `the API server gave no answer within ${formatDuration(limitMs)}`, {
        cause: error,
      });
    };
    const options: RequestOptions = {
      ...place,
      method,
      path: `${PRODUCT.apiPath}${path}`,
      headers: { host: "localhost", ...(sent !== undefined && { "content-type": "application/json" }) },
      signal,
    };
    return new Promise((resolve, reject) => {
      const asking = request(options, (response) => {
        readText(response).then(
          (text) => {
            const { statusCode: status = 0 } = response;
            if (status >= 200 && status < 300) resolve(text);
            else reject(failureOf(status, text));
          },
          (error: unknown) => reject(problem(error)),
        );
      });
      asking.on("error", (error) => reject(problem(error)));
      asking.end(sent);
    });
  }
}

const parse = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  const search = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  ).toString();
  return search ? `${path}?${search}` : path;
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const EXIT_BY_STATUS: Readonly<Record<number, ExitName>> = {
  400: "usage",
  401: "not allowed",
  403: "not allowed",
  404: "not found",
  408: "timed out",
  409: "conflict",
  413: "usage",
  503: "unreachable",
  504: "timed out",
};

/** What the server tells a program to call, as a person types it. */
const AS_TYPED: ReadonlyArray<readonly [RegExp, string]> = [
  [/"allow_private_ip" is true/, "--allow-private-ip is given"],
  [/with POST \S*\/secrets$/, `with "${PRODUCT.binary} secret setup"`],
];

/** The server's one line; what stands after a semicolon tells what to do. */
function failureOf(status: number, body: string): Failure {
  const typed = AS_TYPED.reduce((text, [pattern, words]) => text.replace(pattern, words), body.trim());
  const [message = "", ...hints] = typed.split("; ");
  const hint = hints.join("; ");
  return new Failure(EXIT_BY_STATUS[status] ?? "failure", message || `the server answered ${status}`, {
    ...(hint && { hint }),
  });
}

const unreachable = (cause: unknown): Failure =>
  new Failure("unreachable", `the API server went away: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
    hint: "try again; it is started anew",
  });
