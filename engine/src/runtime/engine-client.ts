import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type EngineCall, type EngineReply, refusal, unreachable } from "./engine-errors.ts";
import { readJsonLines } from "./json-lines.ts";
import type { CallOptions } from "./runtime.ts";

/** Just enough HTTP to speak to a container engine over its Unix socket. */
export interface EngineClient extends Disposable {
  readonly socketPath: string;
  /** Any status is an answer. A socket that does not answer is `runtime_unavailable`. */
  call(request: EngineRequest, options?: CallOptions): Promise<EngineReply>;
  /** A call that has to succeed, or to answer with one of the statuses in `also`; anything else is thrown. */
  ask(what: EngineCall, request: EngineRequest, options?: AskOptions): Promise<EngineReply>;
  /** The answer's JSON lines as they arrive, when the status is 200; otherwise the answer as from `call`. */
  stream(request: EngineRequest, options?: CallOptions): Promise<EngineReply | JsonLines>;
  /** A raw connection in both directions, whose errors the caller listens for; `head` are bytes of it that came along
   * with the engine's consent. */
  upgrade(request: EngineRequest, options?: CallOptions): Promise<EngineReply | RawConnection>;
}

export interface AskOptions extends CallOptions {
  readonly also?: readonly number[];
}

export interface EngineRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Without the version, every part encoded: `/containers/json`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Instead of `body`: a tar archive, sent as it comes. What it throws is what the call rejects with. */
  readonly archive?: AsyncIterable<Uint8Array>;
}

export interface JsonLines {
  readonly lines: AsyncIterable<unknown>;
}

export interface RawConnection {
  readonly socket: Socket;
  readonly head: Buffer;
}

/** What every engine we support speaks: Docker since 20.10, Podman since 3. */
const API_VERSION = "v1.41";
/** No answer we hold whole comes near this; a log tail is the longest. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;
/** An engine that restarts closes idle connections without a word; such a request never got through. */
const STALE_CODES = new Set(["ECONNRESET", "EPIPE"]);

export function createEngineClient(socketPath: string): EngineClient {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 });

  return {
    socketPath,
    call,

    async ask(what, request, options = {}) {
      const reply = await call(request, options);
      if (reply.status >= 300 && !options.also?.includes(reply.status)) throw refusal(what, reply);
      return reply;
    },

    async stream(request, options) {
      const response = await send(request, options);
      if (response.statusCode !== 200) return readReply(response, options);
      return { lines: translated(response, options) };
    },

    upgrade(request, options = {}) {
      return new Promise((resolve, reject) => {
        const outgoing = httpRequest({
          ...optionsOf(request, options),
          agent: false,
          // The length says that no body follows: Podman takes anything else for input of the container.
          headers: { connection: "Upgrade", upgrade: "tcp", "content-length": "0" },
        });
        outgoing.on("upgrade", (_response, socket: Socket, head: Buffer) => resolve({ socket, head }));
        outgoing.on("response", (response) => resolve(readReply(response, options)));
        outgoing.on("error", (error) => reject(failure(error, options)));
        outgoing.end();
      });
    },

    [Symbol.dispose]: () => agent.destroy(),
  };

  async function call(request: EngineRequest, options?: CallOptions): Promise<EngineReply> {
    return readReply(await send(request, options), options);
  }

  async function send(request: EngineRequest, options: CallOptions = {}): Promise<IncomingMessage> {
    options.signal?.throwIfAborted();
    try {
      // What must not be done twice is never sent over a connection that may be stale.
      const first = request.method === "POST" ? undefined : await sendOnce(request, { ...options, agent });
      return first ?? (await sendOnce(request, { ...options, agent: false }))!;
    } catch (error) {
      throw failure(error, options);
    }
  }

  /** `undefined` when a kept connection turned out to be stale: the engine never saw the request. */
  function sendOnce(
    request: EngineRequest,
    { agent: through, ...options }: CallOptions & { agent: Agent | false },
  ): Promise<IncomingMessage | undefined> {
    return new Promise((resolve, reject) => {
      const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
      const outgoing = httpRequest({
        ...optionsOf(request, options),
        agent: through,
        headers: headersFor(request, body),
      });
      outgoing.on("response", resolve);
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (outgoing.reusedSocket && STALE_CODES.has(error.code ?? "")) resolve(undefined);
        else reject(error);
      });
      // An engine that answers before it has read all closes the connection; its answer is what counts then.
      if (request.archive) pipeline(Readable.from(request.archive), outgoing).catch(reject);
      else outgoing.end(body);
    });
  }

  async function readReply(response: IncomingMessage, options: CallOptions = {}): Promise<EngineReply> {
    const status = response.statusCode ?? 0;
    try {
      const bytes = await readAll(response);
      const isJson = response.headers["content-type"]?.startsWith("application/json") ?? false;
      return { status, body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString("utf8")) : bytes };
    } catch (error) {
      throw failure(error, options);
    }
  }

  async function* translated(response: IncomingMessage, options: CallOptions = {}): AsyncGenerator {
    try {
      yield* readJsonLines(response);
    } catch (error) {
      throw failure(error, options);
    } finally {
      response.destroy();
    }
  }

  function optionsOf({ method, path, query }: EngineRequest, { signal }: CallOptions): RequestOptions {
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    return { socketPath, method, path: `/${API_VERSION}${path}${search}`, ...(signal && { signal }) };
  }

  /** Only the socket's own failures mean that the engine is away; others are ours and stay what they are. */
  function failure(error: unknown, { signal }: CallOptions): unknown {
    if (signal?.aborted) return signal.reason;
    return isSystemError(error) ? unreachable(socketPath, error) : error;
  }
}

function headersFor({ archive }: EngineRequest, body: Buffer | undefined): OutgoingHttpHeaders {
  if (archive) return { "content-type": "application/x-tar" };
  return body ? { "content-type": "application/json", "content-length": body.length } : {};
}

const isSystemError = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException | undefined)?.code === "string";

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`the engine's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
