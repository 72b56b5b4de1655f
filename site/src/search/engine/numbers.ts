/** Numbers as letters: five bits a letter, the sixth says that more follow. Small ones take one letter and pack well. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Uint8Array(128);
for (let value = 0; value < LETTERS.length; value += 1) VALUES[LETTERS.charCodeAt(value)] = value;

/** Takes whole numbers from zero up. */
export function writeNumbers(numbers: Iterable<number>): string {
  let text = "";
  for (let rest of numbers) {
    while (rest > 31) {
      text += LETTERS[(rest & 31) | 32];
      rest >>>= 5;
    }
    text += LETTERS[rest];
  }
  return text;
}

/** Answers the next number at each call; zeros once the text is used up. */
export function numberReader(text: string): () => number {
  let at = 0;
  return () => {
    let number = 0;
    for (let shift = 0; at < text.length; shift += 5) {
      const value = VALUES[text.charCodeAt(at++) & 127]!;
      number |= (value & 31) << shift;
      if (value < 32) break;
    }
    return number;
  };
}
