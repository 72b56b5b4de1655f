/**
 * A name as the most generous reader takes it: without regard to case, width, or characters that are not to be seen.
 * Two names that differ here are different to everybody.
 */
export function fold(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .replaceAll(/[\p{C}\p{Z}]+/gu, "")
    .toUpperCase()
    .toLowerCase();
}
