export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  /** Applied after the widths are known. */
  readonly mark?: (text: string, row: Row) => string;
}

/** Plain columns, three spaces apart; no box, no cut, so that programs can read them too. */
export function table<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): string {
  const cells = rows.map((row) => columns.map(({ of }) => oneLine(of(row))));
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((line) => line[at]!.length)));
  const lineOf = (texts: readonly string[], row?: Row): string =>
    texts
      .map((text, at) => {
        const padded = at === texts.length - 1 ? text : text.padEnd(widths[at]! + 3);
        const { mark } = columns[at]!;
        return mark && row !== undefined ? padded.replace(text, () => mark(text, row)) : padded;
      })
      .join("")
      .trimEnd();
  const titles = lineOf(columns.map(({ title }) => title));
  return [titles, ...rows.map((row, at) => lineOf(cells[at]!, row))].join("\n");
}

/** What others named must not break the table or steer the terminal. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
