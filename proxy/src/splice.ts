import type { Span } from "./json-text.ts";

export interface Edit {
  readonly span: Span;
  /** One character per byte. */
  readonly text: string;
}

/** The bytes with every span replaced and `tail` added; all others stay as they are. Spans do not overlap. */
export function splice(bytes: Buffer, edits: readonly Edit[], tail = ""): Buffer {
  let length = bytes.length + tail.length;
  for (const { span, text } of edits) length += text.length - (span.end - span.start);
  const out = Buffer.allocUnsafe(length);
  let from = 0;
  let to = 0;
  for (const { span, text } of inOrder(edits)) {
    to += bytes.copy(out, to, from, span.start);
    to += out.write(text, to, "latin1");
    from = span.end;
  }
  to += bytes.copy(out, to, from);
  out.write(tail, to, "latin1");
  return out;
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.length < 2 ? edits : edits.toSorted((one, other) => one.span.start - other.span.start);
}
