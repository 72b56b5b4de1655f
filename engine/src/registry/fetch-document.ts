import { lookup as systemLookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { quote } from "@toolhaven/contract/quote";
import { readBody } from "./fetch-body.ts";
import { type Lookup, publicLookup, refusePrivateHost } from "./public-lookup.ts";

export interface DocumentRequest {
  readonly url: string;
  readonly allowPrivateIp: boolean;
  /** What the last answer said; a source that has nothing newer then answers "unchanged". */
  readonly validators?: Validators;
  readonly signal: AbortSignal;
}

export interface Validators {
  readonly etag?: string | undefined;
  readonly last_modified?: string | undefined;
}

export type DocumentAnswer =
  | { readonly kind: "unchanged" }
  | { readonly kind: "document"; readonly text: string; readonly validators: Validators };

/** @throws AppError `invalid_input` saying why the document cannot be had; aborts with the signal's reason. */
export type FetchDocument = (request: DocumentRequest) => Promise<DocumentAnswer>;

export interface FetchOptions {
  /** From connecting to the last byte, over all redirects. */
  readonly totalMs?: number;
  /** Until a connection, with its encryption, is there. */
  readonly connectMs?: number;
  /** Of a body, on the way and unpacked. */
  readonly maxBytes?: number;
  /** Certificates to trust beside the system's. */
  readonly ca?: string;
  readonly lookup?: Lookup;
}

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;

interface Limits {
  readonly connectMs: number;
  readonly maxBytes: number;
  readonly ca: string | undefined;
  readonly lookup: Lookup;
}

/** Fetches documents from addresses that people enter: bounded in time and size, and kept off private networks. */
export function createFetchDocument({
  totalMs = 30_000,
  connectMs = 10_000,
  maxBytes = MAX_DOCUMENT_BYTES,
  ca,
  lookup = systemLookup,
}: FetchOptions = {}): FetchDocument {
  return async ({ signal, ...request }) => {
    const deadline = new AbortController();
    const late = new AppError("invalid_input", `it takes longer than ${totalMs / 1000} s`);
    const timer = setTimeout(() => deadline.abort(late), totalMs);
    try {
      return await follow(
        { ...request, signal: AbortSignal.any([signal, deadline.signal]) },
        { connectMs, maxBytes, ca, lookup },
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Every address on the way has to pass the same rules as the first. */
async function follow(request: DocumentRequest, limits: Limits): Promise<DocumentAnswer> {
  let url = new URL(request.url);
  for (let redirects = 0; ; redirects++) {
    checkUrl(url, request.allowPrivateIp);
    const response = await send(url, request, limits);
    const target = redirectOf(response);
    if (target === undefined) return receive(response, request, limits);
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw refusal(`it redirects more than ${MAX_REDIRECTS} times`);
    if (!URL.canParse(target, url.href)) throw refusal("it redirects to something that is no address");
    const next = new URL(target, url);
    if (url.protocol === "https:" && next.protocol !== "https:") {
      throw refusal("it redirects from https to an address without encryption");
    }
    url = next;
  }
}

function checkUrl(url: URL, allowPrivateIp: boolean): void {
  if (url.protocol !== "https:" && !(allowPrivateIp && url.protocol === "http:")) {
    throw refusal(`its address has to be https, unless "allow_private_ip" is true`);
  }
  if (url.username || url.password) throw refusal("an address must not hold a user name or password");
  if (!allowPrivateIp) refusePrivateHost(url.hostname);
}

function send(url: URL, request: DocumentRequest, limits: Limits): Promise<http.IncomingMessage> {
  const { signal, allowPrivateIp, validators } = request;
  const options: https.RequestOptions = {
    // A connection of its own: one kept from an earlier call would not be looked up and checked again.
    agent: false,
    lookup: allowPrivateIp ? limits.lookup : publicLookup(limits.lookup),
    ...(limits.ca !== undefined && { ca: limits.ca }),
    headers: {
      accept: "application/json, */*;q=0.5",
      "accept-encoding": "gzip, br",
      "user-agent": PRODUCT.prefix,
      ...(validators?.etag !== undefined && { "if-none-match": validators.etag }),
      ...(validators?.last_modified !== undefined && { "if-modified-since": validators.last_modified }),
    },
    signal,
  };
  const isSecure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const sent = isSecure ? https.get(url, options) : http.get(url, options);
    const timer = setTimeout(() => sent.destroy(refusal("nothing answers there")), limits.connectMs);
    sent.once("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(timer)));
    sent.once("close", () => clearTimeout(timer));
    sent.once("response", resolve);
    sent.once("error", (error) => reject(explain(error, signal)));
  });
}

function redirectOf({ statusCode = 0, headers }: http.IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

async function receive(
  response: http.IncomingMessage,
  { validators, signal }: DocumentRequest,
  { maxBytes }: Limits,
): Promise<DocumentAnswer> {
  const { statusCode, headers } = response;
  try {
    const hasCopy = validators?.etag !== undefined || validators?.last_modified !== undefined;
    if (statusCode === 304 && hasCopy) return { kind: "unchanged" };
    if (statusCode !== 200) throw refusal(`it answers with status ${statusCode}`);
    const text = await readBody(response, { maxBytes });
    return { kind: "document", text, validators: { etag: headers.etag, last_modified: headers["last-modified"] } };
  } catch (error) {
    throw explain(error, signal);
  } finally {
    response.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its host is not known",
  EAI_AGAIN: "its host cannot be looked up now",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "there is no way to its host",
  ENETUNREACH: "there is no way to its host",
  ETIMEDOUT: "nothing answers there",
  EPROTO: "it does not speak https",
};

/** Certificate troubles have codes of their own, all of which are worth seeing. */
function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError || !(error instanceof Error)) return error;
  // With several addresses to try there is one failure for each; they rarely differ.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const { code = "" } = first as NodeJS.ErrnoException;
  return refusal(REASONS[code] ?? `the connection failed (${quote(code || error.message)})`, { cause: error });
}

const refusal = (reason: string, options?: ErrorOptions): AppError => new AppError("invalid_input", reason, options);
