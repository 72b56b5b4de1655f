/** Marks for people on a terminal; all of them leave the text as it is when there is no colour. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

export interface ColourWish {
  readonly flag: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTty: boolean;
}

/** The first that says something counts: --color, NO_COLOR, FORCE_COLOR, a dumb terminal, whether it is one at all. */
export function wantsColour({ flag, env, isTty }: ColourWish): boolean {
  if (flag === "always") return true;
  if (flag === "never") return false;
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return true;
  return isTty && env["TERM"] !== "dumb";
}

export function createStyle(isColoured: boolean): Style {
  const mark =
    (open: number, close: number) =>
    (text: string): string =>
      isColoured ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return { bold: mark(1, 22), dim: mark(2, 22), good: mark(32, 39), bad: mark(31, 39), warn: mark(33, 39) };
}
