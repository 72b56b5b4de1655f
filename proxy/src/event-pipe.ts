import { AppError } from "@toolhaven/contract/errors";
import { rewriteEndpoint, type ToOwn } from "./endpoint-event.ts";
import { dataOf, type EventText, readEvent, withData } from "./event-fields.ts";
import { createEventScanner } from "./event-scanner.ts";

export interface EventPipeOptions {
  /** For HTTP+SSE, whose streams begin with an endpoint. */
  readonly toOwn?: ToOwn | undefined;
  /** What is to be seen in place of an event's data; undefined leaves the data out. No filter: events pass unread. */
  readonly filter: () => EventFilter | undefined;
  /** A longer event ends the stream, while events are read. */
  readonly maxBytes: number;
}

export type EventFilter = (data: Buffer) => Buffer | undefined;

/** A server's event stream on its way to a client. */
export interface EventPipe {
  /** True once the client can be spoken to: an HTTP+SSE stream has said where to post. */
  readonly isReady: boolean;
  /**
   * What may be sent on now of what came: an event that is read is held until its blank line. One that the stream's
   * end leaves unfinished is lost, as it is to every client.
   * @throws AppError `invalid_input` when the endpoint is foreign or an event too long
   */
  push(chunk: Buffer): Buffer;
  /** Puts an event of our own between those of the server. Gives what may be sent now. */
  add(event: Buffer): Buffer;
}

const NOTHING = Buffer.alloc(0);

/** Reads events only as long as somebody wants to know what is in them, and begins and ends that between two events. */
export function createEventPipe({ toOwn, filter, maxBytes }: EventPipeOptions): EventPipe {
  const scanner = createEventScanner();
  const held: Buffer[] = [];
  let heldBytes = 0;
  const added: Buffer[] = [];
  let lacksEndpoint = toOwn !== undefined;
  let isFirst = true;
  /** Part of the event that is under way was sent on unread. */
  let isHalfOut = false;

  return {
    get isReady() {
      return !lacksEndpoint;
    },

    push(chunk) {
      if (isUnread()) return pass(chunk);
      const out: Buffer[] = [];
      let from = 0;
      while (from < chunk.length && !isUnread()) {
        const end = scanner.end(chunk, from);
        const piece = end === -1 ? chunk.subarray(from) : chunk.subarray(from, end);
        from += piece.length;
        if (isHalfOut) out.push(piece);
        else if (end === -1) hold(piece);
        else out.push(rewrite(Buffer.concat([...held.splice(0), piece])));
        if (end === -1) continue;
        heldBytes = 0;
        isHalfOut = false;
        out.push(...added.splice(0));
      }
      if (from < chunk.length) out.push(pass(chunk.subarray(from)));
      return Buffer.concat(out);
    },

    add(event) {
      if (!isHalfOut) return event;
      added.push(event);
      return NOTHING;
    },
  };

  function isUnread(): boolean {
    return !lacksEndpoint && held.length === 0 && added.length === 0 && filter() === undefined;
  }

  function pass(chunk: Buffer): Buffer {
    scanner.skip(chunk);
    isFirst = false;
    isHalfOut = !scanner.isBetween;
    return chunk;
  }

  function hold(bytes: Buffer): void {
    heldBytes += bytes.length;
    if (heldBytes > maxBytes) throw new AppError("invalid_input", `an event exceeds ${maxBytes} bytes`);
    held.push(bytes);
  }

  function rewrite(event: Buffer): Buffer {
    const wanted = filter();
    const wasFirst = isFirst;
    isFirst = false;
    if (!lacksEndpoint && wanted === undefined) return event;
    const text = readEvent(event, { isFirst: wasFirst });
    const endpoint = lacksEndpoint ? rewriteEndpoint(event, text, toOwn!) : undefined;
    if (endpoint !== undefined) lacksEndpoint = false;
    return endpoint ?? (wanted === undefined ? event : filtered(event, text, wanted));
  }
}

function filtered(event: Buffer, text: EventText, filter: EventFilter): Buffer {
  const data = Buffer.from(dataOf(text), "latin1");
  if (data.length === 0) return event;
  const seen = filter(data);
  return seen === data ? event : withData(text, seen?.toString("latin1"));
}
