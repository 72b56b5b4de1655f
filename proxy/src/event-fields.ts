export interface Field {
  /** With its ending. */
  readonly line: string;
  readonly ending: string;
  /** Empty for a comment. */
  readonly name: string;
  readonly value: string;
}

export interface EventText {
  /** A byte order mark, which only the first event of a stream can have. */
  readonly mark: string;
  readonly fields: readonly Field[];
}

/** A byte order mark, as Latin-1; at the start of a stream it is no part of the first field. */
const MARK = /^\u00ef\u00bb\u00bf/;

/**
 * One server-sent event, read as the standard does. As Latin-1, which maps every byte to one character and back, so
 * that what is not touched stays as it was.
 */
export function readEvent(event: Buffer, { isFirst }: { isFirst: boolean }): EventText {
  const text = event.toString("latin1");
  const [mark = ""] = (isFirst && MARK.exec(text)) || [];
  return {
    mark,
    fields: text
      .slice(mark.length)
      .split(/(?<=\n|\r(?!\n))/)
      .map(fieldOf),
  };
}

/** What its data lines say together, still as Latin-1. */
export function dataOf({ fields }: EventText): string {
  const values = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  return values.join("\n");
}

/** The event with other data in one line, or with none: then nothing but its id and its comments is left. */
export function withData({ mark, fields }: EventText, data: string | undefined): Buffer {
  const first = fields.find(({ name }) => name === "data");
  const lines = fields.map((field) => {
    if (data === undefined) return field.name === "data" || field.name === "event" ? "" : field.line;
    if (field.name !== "data") return field.line;
    return field === first ? `data: ${data}${field.ending}` : "";
  });
  return Buffer.from(mark + lines.join(""), "latin1");
}

function fieldOf(line: string): Field {
  const text = line.replace(/[\r\n]+$/, "");
  const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
  return { line, ending: line.slice(text.length), name, value };
}
