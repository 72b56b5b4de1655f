const MAX_SHOWN = 60;

/** A value as it appears in a message: in double quotes, short, on one line. */
export const quote = (text: string): string => `"${clip(text)}"`;

export function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${oneLine(text.slice(0, MAX_SHOWN))}…` : oneLine(text);
}

/** `"a", "b" or "c"` */
export function quoteAll(texts: readonly string[]): string {
  const quoted = texts.map(quote);
  const last = quoted.pop() ?? "";
  return quoted.length > 0 ? `${quoted.join(", ")} or ${last}` : last;
}

/** What a caller sent may hold line breaks, escape sequences or text that turns the reading direction. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ");
