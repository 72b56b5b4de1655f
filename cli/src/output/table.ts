export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  /** Applied after the widths are known. */
  readonly mark?: (text: string, row: Row) => string;
}

export interface TableOptions {
  /** The last column ends here, on a terminal; elsewhere it is whole. */
  readonly width?: number | undefined;
}

const GAP = 3;
/** So much of a last column is shown even where there is no room for it. */
const LEAST_LAST = 20;

/** Plain columns, three spaces apart; no box, so that programs can read them too. */
export function table<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { width }: TableOptions = {},
): string {
  const all = rows.map((row) => columns.map(({ of }) => oneLine(of(row))));
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...all.map((line) => line[at]!.length)));
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP, 0);
  const room = width === undefined ? undefined : Math.max(LEAST_LAST, width - before);
  const cells = room === undefined ? all : all.map((line) => [...line.slice(0, -1), cut(line.at(-1) ?? "", room)]);
  const lineOf = (texts: readonly string[], row?: Row): string =>
    texts
      .map((text, at) => {
        const padded = at === texts.length - 1 ? text : text.padEnd(widths[at]! + GAP);
        const { mark } = columns[at]!;
        return mark && row !== undefined ? padded.replace(text, () => mark(text, row)) : padded;
      })
      .join("")
      .trimEnd();
  const titles = lineOf(columns.map(({ title }) => title));
  return [titles, ...rows.map((row, at) => lineOf(cells[at]!, row))].join("\n");
}

/** The width for a table on this stream; none where it is no terminal. */
export const widthOf = ({ stdout }: { stdout: { isTty: boolean; columns: number } }): number | undefined =>
  stdout.isTty ? stdout.columns : undefined;

/** Shortened between characters, never inside one. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (letters.length <= length) return text;
  const kept = letters.slice(0, length - 1).join("");
  return `${kept.trimEnd()}…`;
}

/** What others named must not break the table or steer the terminal. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
