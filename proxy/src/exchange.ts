import type { IncomingMessage, ServerResponse } from "node:http";
import type { EventStream } from "./sse-writer.ts";
import type { Sink } from "./waiters.ts";

/** An answer that takes longer comes as a stream, which keeps its connection in use. */
const SLOW_MS = 5000;

const TEXT_BYTES = 64 * 1024;

export interface ExchangeOptions {
  readonly openStream: (res: ServerResponse, headers: Readonly<Record<string, string>>) => EventStream;
  /** How many answers it ends with. More than one, or a batch of one, is answered as an array. */
  readonly answers: number;
  readonly isBatch: boolean;
}

/**
 * One POST and its answer. It is plain JSON if the client wants that, or if nothing but the answer comes soon; otherwise
 * it becomes an event stream as late as possible.
 */
export class Exchange implements Sink {
  readonly slowAt: number;
  /** Sent with the answer. */
  sessionId: string | undefined;
  readonly #res: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #mayStream: boolean;
  #stream: EventStream | undefined;
  #remaining: number;
  #answers: Buffer[] = [];

  constructor(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions) {
    const accept = req.headers.accept ?? "";
    this.#res = res;
    this.#options = options;
    this.#remaining = options.answers;
    this.#mayStream = accept.includes("text/event-stream");
    this.slowAt = this.#mayStream ? Date.now() + SLOW_MS : Infinity;
    // Who accepts nothing else gets a stream in any case.
    if (this.#mayStream && !/application\/(?:json|\*)|\*\/\*/.test(accept)) this.slowAt = 0;
  }

  get canStream(): boolean {
    return this.#mayStream && this.#remaining > 0 && !this.#res.destroyed;
  }

  message(json: Buffer): void {
    if (this.canStream) this.#becomeStream().send(json);
  }

  showLife(): void {
    if (this.canStream && this.#stream === undefined) this.#becomeStream().open();
  }

  answer(json: Buffer, status: number): void {
    this.#remaining -= 1;
    if (this.#res.destroyed) return;
    if (this.#stream !== undefined || (this.slowAt === 0 && status === 200)) {
      const stream = this.#becomeStream();
      stream.send(json);
      if (this.#remaining === 0) stream.end();
    } else if (this.#options.isBatch) {
      this.#answers.push(json);
      if (this.#remaining === 0) this.#sendJson(arrayOf(this.#answers), 200);
    } else this.#sendJson(json, status);
  }

  #sendJson(json: Buffer, status: number): void {
    const headers = ["Content-Type", "application/json", "Content-Length", String(json.length)];
    if (this.sessionId !== undefined) headers.push("Mcp-Session-Id", this.sessionId);
    this.#res.writeHead(status, headers);
    // As a text it leaves together with the headers, in one piece; a long one is better not copied.
    if (json.length <= TEXT_BYTES) this.#res.end(json.toString("latin1"), "latin1");
    else this.#res.end(json);
  }

  #becomeStream(): EventStream {
    if (this.#stream !== undefined) return this.#stream;
    const headers: Record<string, string> = this.sessionId === undefined ? {} : { "Mcp-Session-Id": this.sessionId };
    this.#stream = this.#options.openStream(this.#res, headers);
    for (const json of this.#answers) this.#stream.send(json);
    this.#answers = [];
    return this.#stream;
  }
}

function arrayOf(elements: readonly Buffer[]): Buffer {
  const parts = elements.flatMap((element, index) => [Buffer.from(index === 0 ? "[" : ","), element]);
  return Buffer.concat([...parts, Buffer.from("]")]);
}
