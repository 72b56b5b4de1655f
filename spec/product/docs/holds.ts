/** Whether an answer has what a page shows of it. Pages leave fields and entries out, and show some port and time. */
export function holds(actual: unknown, shown: unknown): boolean {
  if (Array.isArray(shown)) {
    return Array.isArray(actual) && shown.every((one: unknown) => actual.some((other: unknown) => holds(other, one)));
  }
  if (typeof shown === "object" && shown !== null) {
    if (typeof actual !== "object" || actual === null) return false;
    const fields = actual as Readonly<Record<string, unknown>>;
    return Object.entries(shown).every(([key, value]) =>
      key === "port" ? typeof fields[key] === "number" : holds(fields[key], value),
    );
  }
  if (typeof shown === "string" && typeof actual === "string") return withoutChance(actual) === withoutChance(shown);
  return actual === shown;
}

/** The same, but for ports, times and how many blanks stand between columns. */
export const isSameText = (actual: string, shown: string): boolean =>
  withoutBlanks(withoutChance(actual)) === withoutBlanks(withoutChance(shown));

const withoutBlanks = (text: string): string => text.replaceAll(/ +/g, " ").trim();

const withoutChance = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/ \d{5}(?= )/g, " PORT")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
