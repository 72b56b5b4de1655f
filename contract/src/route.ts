import { z } from "zod";
import { withoutBlanks } from "./request-body.ts";

const SUCCESS = [200, 201, 202, 204] as const;
const FAILURE = [400, 401, 403, 404, 405, 408, 409, 413, 500, 501, 503, 504] as const;
export type SuccessStatus = (typeof SUCCESS)[number];
export type ErrorStatus = (typeof FAILURE)[number];

/** A JSON body, a plain text, or nothing. */
export type Answer = z.ZodType | "text" | null;

/** One call of the API: all that a server, a client and the documentation need to know about it. */
export interface Route {
  readonly method: "get" | "post" | "put" | "delete";
  /** Variable parts in braces; `params` has a field for each. */
  readonly path: `/${string}`;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  /** First value wins where one is repeated. */
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** At most one; none when the call always fails. */
  readonly answers: Readonly<Partial<Record<SuccessStatus, Answer>>>;
  /** When the call fails how, beside `everyError`. Bodies are one line of plain text. */
  readonly errors: Readonly<Partial<Record<ErrorStatus, string>>>;
}

type Parsed<R, Part extends "params" | "query" | "body"> =
  R extends Readonly<Record<Part, infer S extends z.ZodType>> ? z.output<S> : undefined;

/** What a handler is given: every part parsed, `undefined` where the route has none. */
export interface Call<R> {
  readonly params: Parsed<R, "params">;
  readonly query: Parsed<R, "query">;
  readonly body: Parsed<R, "body">;
  /** Fires when the caller has gone. */
  readonly signal: AbortSignal;
}

/** What a handler answers with. */
export type AnswerBody<R extends Route> = R["answers"][keyof R["answers"]] extends infer A
  ? A extends z.ZodType
    ? z.output<A>
    : A extends "text"
      ? string
      : void
  : never;

export type Handler<R extends Route> = (call: Call<R>) => AnswerBody<R> | Promise<AnswerBody<R>>;

/** The status of a call that went well; `undefined` for one that always fails. */
export function successStatusOf({ answers }: Route): SuccessStatus | undefined {
  return SUCCESS.find((status) => answers[status] !== undefined);
}

/** Every way a call can fail, lowest status first. */
export function errorsOf({ params, body, errors }: Route): ReadonlyMap<ErrorStatus, string> {
  const all: Route["errors"] = { ...everyError, ...(params && pathError), ...(body && bodyError), ...errors };
  return new Map(FAILURE.flatMap((status) => (all[status] ? [[status, all[status]] as const] : [])));
}

/** Failures no call is free of. */
const everyError = {
  401: "The server asks for a token, and none or a bad one was sent.",
  403: "The request reached this machine under a foreign name, or comes from a page of another site.",
  500: "The server failed; its log says why, under the request's id.",
  503: "The server is shutting down, or has too many connections.",
  504: "The call took longer than it may.",
} as const satisfies Route["errors"];

const pathError = { 400: "The path holds a malformed percent-escape." } as const satisfies Route["errors"];

const bodyError = {
  408: "The body took longer than 30 seconds to arrive.",
  413: "The body is larger than 1 MiB.",
} as const satisfies Route["errors"];

/** True for exactly `true`. Anything else, and nothing, is false. */
export const QueryFlag = z
  .string()
  .optional()
  .transform((text) => text === "true");

/** An empty value means the same as none. */
export function queryOf<T extends z.ZodRawShape>(shape: T) {
  const schema = z.object(shape);
  return z.preprocess((value: z.input<typeof schema>) => withoutBlanks(value), schema);
}
