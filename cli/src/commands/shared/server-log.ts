/** The workload a line of the server's log is about; `undefined` for a line about something else, or none of it. */
export function workloadOfLine(line: string): string | undefined {
  const entry = entryOf(line);
  return typeof entry?.["workload"] === "string" ? entry["workload"] : undefined;
}

/** A line for people: when, what, and the rest. */
export function readable(line: string): string {
  const { time, msg, level: _, workload: __, ...rest } = entryOf(line) ?? {};
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [time, msg, ...details].filter(Boolean).join("  ");
}

function entryOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
