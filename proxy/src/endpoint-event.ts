import { AppError } from "@toolhaven/contract/errors";

export interface EndpointOptions {
  /** What clients shall see in place of an endpoint; `undefined` when it is foreign. */
  readonly toOwn: (endpoint: string) => string | undefined;
  /** A longer event ends the stream: each is held until it is known not to be the endpoint. */
  readonly maxBytes?: number;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Rewrites the first `endpoint` event of an HTTP+SSE stream and passes all else on byte for byte. The returned function
 * takes the stream's chunks and gives what may be sent on now; an event is held until its blank line. It throws
 * `invalid_input` when the endpoint is foreign: the stream must then end without it. An event that the stream's end
 * leaves unfinished is lost, as it is to every client.
 */
export function createEndpointRewriter(options: EndpointOptions): (chunk: Buffer) => Buffer {
  const { toOwn, maxBytes = 10 * 1024 * 1024 } = options;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isDone = false;
  let isLineStart = true;
  let isAfterCr = false;
  let isBetweenEvents = true;
  let isFirst = true;

  return function rewrite(chunk) {
    if (isDone) return chunk;
    const out: Buffer[] = [];
    let from = 0;
    for (let end = eventEnd(chunk, from); end !== -1 && !isDone; end = eventEnd(chunk, from)) {
      const event = Buffer.concat([...held, chunk.subarray(from, end)]);
      held = [];
      heldBytes = 0;
      from = end;
      const own = rewriteEvent(event, { toOwn, isFirst });
      isFirst = false;
      isDone = own !== undefined;
      out.push(own ?? event);
    }
    if (isDone) out.push(chunk.subarray(from));
    else hold(chunk.subarray(from));
    return Buffer.concat(out);
  };

  function hold(bytes: Buffer): void {
    heldBytes += bytes.length;
    if (heldBytes > maxBytes) throw new AppError("invalid_input", `an event exceeds ${maxBytes} bytes`);
    if (bytes.length > 0) held.push(bytes);
  }

  /** Where the event that goes on at `from` ends: after its blank line, or -1. Lines end with LF, CR LF or CR. */
  function eventEnd(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === LF && isAfterCr) {
        isAfterCr = false;
        if (isBetweenEvents) return at + 1;
        continue;
      }
      isAfterCr = byte === CR;
      const isLineEnd = byte === LF || isAfterCr;
      isBetweenEvents = isLineEnd && isLineStart;
      isLineStart = isLineEnd;
      if (isBetweenEvents) return at + 1;
    }
    return -1;
  }
}

/** A byte order mark, as Latin-1; at the start of a stream it is no part of the first field. */
const MARK = /^\u00ef\u00bb\u00bf/;

/** The event with its endpoint made ours, or `undefined` when it is another kind of event. */
function rewriteEvent(
  event: Buffer,
  { toOwn, isFirst }: Pick<EndpointOptions, "toOwn"> & { isFirst: boolean },
): Buffer | undefined {
  // Latin-1 maps every byte to one character and back, so what is not touched stays as it was.
  const text = event.toString("latin1");
  const [mark = ""] = (isFirst && MARK.exec(text)) || [];
  const fields = text
    .slice(mark.length)
    .split(/(?<=\n|\r(?!\n))/)
    .map(fieldOf);
  if (fields.findLast(({ name }) => name === "event")?.value !== "endpoint") return undefined;
  const data = fields.filter(({ name }) => name === "data");
  const endpoint = Buffer.from(data.map(({ value }) => value).join("\n"), "latin1").toString();
  if (endpoint === "") return undefined;

  const own = toOwn(endpoint);
  if (own === undefined) throw new AppError("invalid_input", "the endpoint event names another host");
  if (own === endpoint) return event;
  const lines = fields.map((field) => {
    if (field.name !== "data") return field.line;
    return field === data[0] ? `data: ${own}${field.ending}` : "";
  });
  return Buffer.from(mark + lines.join(""), "latin1");
}

interface Field {
  readonly line: string;
  readonly ending: string;
  readonly name: string;
  readonly value: string;
}

/** Reads one line as the standard does; a comment has no name. */
function fieldOf(line: string): Field {
  const text = line.replace(/[\r\n]+$/, "");
  const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
  return { line, ending: line.slice(text.length), name, value };
}
