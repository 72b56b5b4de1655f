/** How many slips of the pen a word may hold: none in short ones, since they would be other words. */
export function allowedEdits(word: string): 0 | 1 | 2 {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

export interface Correction {
  readonly term: string;
  readonly edits: number;
}

export interface CorrectionOptions {
  /** The word is still being typed, so it may also be the beginning of a term. */
  readonly isUnfinished: boolean;
  readonly max?: number;
}

/** Known terms that the word may stand for, fewest edits first. */
export function correctionsOf(
  word: string,
  terms: readonly string[],
  { isUnfinished, max = 5 }: CorrectionOptions,
): Correction[] {
  const allowed = allowedEdits(word);
  if (allowed === 0) return [];
  const found: Correction[] = [];
  for (const term of terms) {
    if (term.length < word.length - allowed || (!isUnfinished && term.length > word.length + allowed)) continue;
    // A slip in the first letter is rare, and looking for it would double the work.
    if (term[0] !== word[0] && term[1] !== word[0] && term[0] !== word[1]) continue;
    const edits = editsBetween(word, term, { isUnfinished, limit: allowed });
    if (edits <= allowed) found.push({ term, edits });
  }
  const closeness = ({ term, edits }: Correction): number => edits * 100 + Math.abs(term.length - word.length);
  const nearest = found.toSorted((a, b) => closeness(a) - closeness(b));
  // What begins with a nearer one is another word: "secret" is meant, and not every compound of it.
  const isNew = ({ term }: Correction, number: number): boolean =>
    !nearest.slice(0, number).some((nearer) => term.startsWith(nearer.term));
  return nearest.filter(isNew).slice(0, max);
}

/** Letters added, left out, changed or swapped with their neighbour; stops counting above the limit. */
function editsBetween(word: string, term: string, options: { isUnfinished: boolean; limit: number }): number {
  const { isUnfinished, limit } = options;
  const columns = isUnfinished ? Math.min(term.length, word.length + limit) : term.length;
  let beforeLast: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= word.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= columns; column += 1) {
      const isSame = word[row - 1] === term[column - 1];
      let edits = Math.min(last[column]! + 1, line[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === term[column - 2] && word[row - 2] === term[column - 1];
      if (isSwapped) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      line.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return least;
    beforeLast = last;
    last = line;
  }
  return isUnfinished ? Math.min(...last) : last[columns]!;
}
