import { correctionsOf, type Correction } from "./corrections.ts";

/** All terms of an index, to be asked before a search for what may be meant. */
export interface Vocabulary {
  has(term: string): boolean;
  hasBeginning(beginning: string): boolean;
  corrections(word: string, isUnfinished: boolean): readonly Correction[];
}

/** Takes the terms in rising order. */
export function createVocabulary(terms: readonly string[]): Vocabulary {
  const all = new Set(terms);
  const known = new Map<string, readonly Correction[]>();
  return {
    has: (term) => all.has(term),

    hasBeginning(beginning) {
      let low = 0;
      let high = terms.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (terms[middle]! < beginning) low = middle + 1;
        else high = middle;
      }
      return terms[low]?.startsWith(beginning) ?? false;
    },

    corrections(word, isUnfinished) {
      const key = `${word} ${isUnfinished}`;
      let found = known.get(key);
      if (!found) known.set(key, (found = correctionsOf(word, terms, { isUnfinished })));
      return found;
    },
  };
}
