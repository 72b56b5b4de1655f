import { numberReader, writeNumbers } from "./numbers.ts";

/** How often a term occurs, by the number of the place. */
export type Places = ReadonlyMap<number, number>;

/** Counts terms of one field; places must be added in rising order. */
export function createCounter() {
  const counts = new Map<string, Map<number, number>>();

  return {
    /** Answers how many distinct terms there were. */
    add(place: number, terms: readonly string[]): number {
      for (const term of terms) {
        let places = counts.get(term);
        if (!places) counts.set(term, (places = new Map()));
        places.set(place, (places.get(place) ?? 0) + 1);
      }
      return new Set(terms).size;
    },

    terms: (): string[] => [...counts.keys()],

    write: (terms: readonly string[]): string =>
      writeNumbers(terms.flatMap((term) => writePlaces(counts.get(term) ?? new Map()))),
  };
}

/** One list of places for each term, in the order they were written. */
export function readPlaces(text: string, termCount: number): Places[] {
  const next = numberReader(text);
  return Array.from({ length: termCount }, () => {
    const places = new Map<number, number>();
    let place = -1;
    for (let left = next(); left > 0; left -= 1) {
      const code = next();
      place += 1 + (code >>> 1);
      places.set(place, code & 1 ? next() + 2 : 1);
    }
    return places;
  });
}

/** The count, then for each place the gap to the one before; odd codes are followed by how often beyond twice. */
function writePlaces(places: Places): number[] {
  const numbers = [places.size];
  let last = -1;
  for (const [place, count] of places) {
    const gap = place - last - 1;
    numbers.push(...(count === 1 ? [gap << 1] : [(gap << 1) | 1, count - 2]));
    last = place;
  }
  return numbers;
}
