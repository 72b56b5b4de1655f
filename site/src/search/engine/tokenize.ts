/** A stretch of text that search knows under `term`; the pieces of a compound lie within the whole. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A word as people write it: `--proxy-port`, `list_tools`, `tools/call`, `podTemplateSpec`. */
export interface Word extends Token {
  /** Terms of its pieces when it is a compound; else empty. */
  readonly pieces: readonly Token[];
}

/** Words that connect others and tell pages apart in no way. None of them is a command or a flag. */
const STOP_WORDS = new Set(
  `a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my of on or
  our should so than that the their them then there these they this those to was we were what when where which who why
  will with would you your`.split(/\s+/),
);

const WORD = /(?<![\p{L}\p{N}])--?[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*|[\p{L}\p{N}]+(?:[-_./:@+]+[\p{L}\p{N}]+)*/gu;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer paths are known by their pieces only: nobody types them in one go. */
const MAX_JOINED_PIECES = 4;

/** Every word of a text, in order. Stop words are left out unless asked for. */
export function wordsIn(text: string, { keepStopWords = false } = {}): Word[] {
  const words: Word[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (!keepStopWords && STOP_WORDS.has(written.toLowerCase())) continue;
    words.push(wordFrom(written, index));
  }
  return words;
}

/** Every term a text is found by. */
export function termsOf(text: string): string[] {
  return wordsIn(text).flatMap(({ term, pieces }) =>
    (term === "" ? [] : [term]).concat(pieces.map((piece) => piece.term)),
  );
}

/** Every marked stretch a text consists of, wholes before their pieces. */
export function tokensIn(text: string): Token[] {
  return wordsIn(text).flatMap((word) => [word, ...word.pieces]);
}

function wordFrom(written: string, start: number): Word {
  const end = start + written.length;
  if (/^\d[\d.]*$/.test(written)) return { term: written, start, end, pieces: [] };
  const pieces = piecesOf(written, start);
  if (written.startsWith("-"))
    return { term: written.toLowerCase(), start, end, pieces: withJoined(pieces, written, start) };
  if (pieces.length <= 1) return { term: pieces[0]?.term ?? singular(written), start, end, pieces: [] };
  const isPath = written.split(/[-_./:@+]+/).length > MAX_JOINED_PIECES;
  const joined = singular(written.replace(/[-_./:@+]+/g, ""));
  return {
    term: isPath ? "" : joined,
    start,
    end,
    pieces: isPath ? pieces : pieces.filter(({ term }) => term !== joined),
  };
}

/** A flag is also known without its dashes: `proxy-port`, `proxy_port` and "proxy port" find it. */
function withJoined(pieces: Token[], written: string, start: number): Token[] {
  if (pieces.length < 2) return pieces;
  return [{ term: singular(written.replace(/[-_]+/g, "")), start, end: start + written.length }, ...pieces];
}

function piecesOf(written: string, start: number): Token[] {
  const pieces: Token[] = [];
  for (const { 0: part, index } of written.matchAll(/[\p{L}\p{N}]+/gu)) {
    const humps = part.split(CAMEL);
    let from = start + index;
    if (humps.length > 1) pieces.push({ term: singular(part), start: from, end: from + part.length });
    for (const hump of humps) {
      if (hump.length > 1 || humps.length === 1)
        pieces.push({ term: singular(hump), start: from, end: from + hump.length });
      from += hump.length;
    }
  }
  return pieces;
}

/** One form for singular and plural. Words that end like a plural but are none keep their form. */
export function singular(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || !lower.endsWith("s") || /(?:ss|us|is|os|ns)$/.test(lower)) return lower;
  if (lower.endsWith("ies") && lower.length > 4) return `${lower.slice(0, -3)}y`;
  if (/(?:sses|xes)$/.test(lower)) return lower.slice(0, -2);
  return lower.slice(0, -1);
}
