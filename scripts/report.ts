/** One line per step: what came of it, its name, how long it took, a detail. */
export function report(
  outcome: "passed" | "failed" | "skipped" | "ready",
  name: string,
  startedAt: number,
  detail = "",
) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${outcome.padEnd(8)}${name.padEnd(16)}${`${seconds} s`.padStart(8)}${detail && `  ${detail}`}`);
}

/** What a program said, without the colours and empty lines around it. */
export function indent(output: string): string {
  return output
    .trim()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
