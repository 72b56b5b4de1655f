import type { ServerResponse } from "node:http";
import type { ProxyLimits } from "./limits.ts";

export interface EventStreamOptions {
  readonly limits: Pick<ProxyLimits, "queuedMessages" | "queuedBytes">;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client reads so slowly that its stream was cut. */
  readonly onTooSlow: () => void;
}

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/**
 * One answer in the form of server-sent events. Messages must be free of line breaks. What a slow client has not taken
 * waits here, up to the limits; then its stream is cut, and nobody else is held up.
 */
export class EventStream {
  readonly #res: ServerResponse;
  readonly #options: EventStreamOptions;
  #queue: string[] = [];
  #queuedBytes = 0;
  #isBlocked = false;
  #isEnding = false;
  #lastWriteAt = Date.now();

  constructor(res: ServerResponse, options: EventStreamOptions) {
    this.#res = res;
    this.#options = options;
    res.on("error", ignore);
    res.writeHead(200, { ...HEADERS, ...options.headers });
  }

  get isOpen(): boolean {
    return !this.#isEnding && !this.#res.destroyed;
  }

  /** Sends the headers, for a stream whose first event may be long in coming. */
  open(): void {
    this.#res.flushHeaders();
  }

  send(json: Buffer): void {
    this.#write(eventOf(json));
  }

  sendEvent(name: string, data: string): void {
    this.#write(`event: ${name}\ndata: ${data}\n\n`);
  }

  /** Shows proxies in between, and the client, that a silent stream is alive. */
  keepAlive(now: number, everyMs: number): void {
    if (now - this.#lastWriteAt >= everyMs && !this.#isBlocked) this.#write(": ka\n\n");
  }

  /** Ends the stream after what was sent. */
  end(): void {
    this.#isEnding = true;
    if (!this.#isBlocked) this.#res.end();
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    if (this.#isBlocked) this.#enqueue(text);
    else this.#writeNow(text);
  }

  #writeNow(text: string): void {
    this.#lastWriteAt = Date.now();
    if (this.#res.write(text, "latin1")) return;
    this.#isBlocked = true;
    this.#res.once("drain", () => this.#flush());
  }

  #enqueue(text: string): void {
    const { queuedMessages, queuedBytes } = this.#options.limits;
    if (this.#queue.length >= queuedMessages || this.#queuedBytes >= queuedBytes) {
      this.#queue = [];
      this.#res.destroy();
      this.#options.onTooSlow();
      return;
    }
    this.#queue.push(text);
    this.#queuedBytes += text.length;
  }

  #flush(): void {
    this.#isBlocked = false;
    let sent = 0;
    while (sent < this.#queue.length && !this.#isBlocked) {
      const text = this.#queue[sent]!;
      sent += 1;
      this.#queuedBytes -= text.length;
      this.#writeNow(text);
    }
    this.#queue.splice(0, sent);
    if (this.#isEnding && !this.#isBlocked) this.#res.end();
  }
}

/** A message as an event, one character per byte. */
export const eventOf = (json: Buffer): string => `event: message\ndata: ${json.toString("latin1")}\n\n`;

function ignore(): void {}
