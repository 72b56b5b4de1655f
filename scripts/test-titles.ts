/** A call of `test`, `it` or `describe`. */
export interface TestTitle {
  readonly text: string;
  /** Source of what `.each` or `.for` repeats it over; empty without one, a name where the rows stand elsewhere. */
  readonly rows: string;
  /** False for `.skip` and `.todo`. */
  readonly isRun: boolean;
}

/** Finds the titles in the source of a test file; those that are no literal are left out. */
export function titlesIn(source: string): TestTitle[] {
  return [...source.matchAll(/(?<![\w.$"'`])(?:test|it|describe)\b/g)].flatMap(
    ({ 0: word, index }) => readCall(source, index + word.length) ?? [],
  );
}

/** Reads on from the word: modifiers, the rows in brackets of their own, then the brackets with the title. */
function readCall(source: string, start: number): TestTitle | undefined {
  const modifiers: string[] = [];
  let rows = "";
  let at = start;
  for (;;) {
    const modifier = matchAt(/\s*\.(\w+)(?:<[^()]*>)?/y, source, at);
    const opening = matchAt(/\s*\(\s*/y, source, at);
    if (modifier) {
      modifiers.push(modifier[1]!);
      at += modifier[0].length;
    } else if (opening) {
      const text = matchAt(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/sy, source, at + opening[0].length);
      if (text)
        return {
          text: text[0].slice(1, -1),
          rows,
          isRun: !modifiers.some((word) => word === "skip" || word === "todo"),
        };
      const end = endOfBrackets(source, at + opening[0].indexOf("("));
      rows += source.slice(at, end);
      at = end;
    } else {
      return undefined;
    }
  }
}

/** What brackets inside of it do not count: comments, strings, and regular expressions where one may begin. */
const OPAQUE =
  /\/\/[^\n]*|\/\*.*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{};>]\s*)\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//sy;

/** Where the brackets that open at `start` are closed; the end of the source when they are not. */
function endOfBrackets(source: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < source.length) {
    const opaque = matchAt(OPAQUE, source, at);
    const character = source.charAt(at);
    at += opaque ? opaque[0].length : 1;
    if (opaque) continue;
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (depth === 0) break;
  }
  return at;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
