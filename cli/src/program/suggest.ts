/** The words a typing slip may have been meant as, the nearest first; none when all are too far. */
export function suggest(typed: string, known: readonly string[]): string[] {
  const limit = typed.length <= 3 ? 1 : 2;
  return known
    .map((word) => ({ word, distance: distanceBetween(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= limit || (typed.length > 1 && word.startsWith(typed)))
    .toSorted((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
    .slice(0, 3);
}

export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  const words = suggest(typed, known);
  return words.length > 0 ? `did you mean ${words.map((word) => `"${word}"`).join(" or ")}?` : undefined;
}

/** Optimal string alignment: insertions, deletions, replacements, and neighbours swapped, count one each. */
function distanceBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
