/** A version as Python's packaging standard writes it, ready to be compared from left to right. */
interface PythonVersion {
  readonly text: string;
  readonly isPreview: boolean;
  readonly key: readonly (number | readonly number[])[];
}

const VERSION =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[._-]?(a|alpha|b|beta|c|rc|pre|preview)[._-]?(\d*))?(?:-(\d+)|[._-]?(?:post|rev|r)[._-]?(\d*))?(?:[._-]?dev[._-]?(\d*))?(?:\+[a-z0-9]+(?:[._-][a-z0-9]+)*)?$/i;
const PHASES: Readonly<Record<string, number>> = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 };
const NO_PHASE = 3;
/** Before every phase: a development version of the release itself. */
const DEVELOPMENT = -1;

export const isPythonVersion = (text: string): boolean => VERSION.test(text);

/** The newest of them; previews only when there is nothing else. What is no version is passed over. */
export function newestPython(texts: readonly string[]): string | undefined {
  const versions = texts.map(parse).filter((version) => version !== undefined);
  const releases = versions.filter(({ isPreview }) => !isPreview);
  return (releases.length > 0 ? releases : versions).toSorted(compare).at(-1)?.text;
}

/** Whether two texts mean the same version: `1.0` is `1.0.0`. */
export function isSamePython(a: string, b: string): boolean {
  const [one, other] = [parse(a), parse(b)];
  return one !== undefined && other !== undefined && compare(one, other) === 0;
}

function parse(text: string): PythonVersion | undefined {
  const match = VERSION.exec(text);
  if (!match) return undefined;
  const [, epoch = "0", release = "", phase, phaseNumber, shortPost, post, dev] = match;
  const isPost = shortPost !== undefined || post !== undefined;
  const phaseKey =
    phase !== undefined ? PHASES[phase.toLowerCase()]! : dev !== undefined && !isPost ? DEVELOPMENT : NO_PHASE;
  return {
    text,
    isPreview: phase !== undefined || dev !== undefined,
    key: [
      Number(epoch),
      release
        .replace(/(?:\.0+)+$/, "")
        .split(".")
        .map(Number),
      phaseKey,
      Number(phaseNumber ?? 0),
      isPost ? Number(shortPost ?? post ?? 0) : -1,
      dev === undefined ? Infinity : Number(dev),
    ],
  };
}

function compare(a: PythonVersion, b: PythonVersion): number {
  for (const [index, part] of a.key.entries()) {
    const order = comparePart(part, b.key[index]!);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: number | readonly number[], b: number | readonly number[]): number {
  if (typeof a === "number" || typeof b === "number") return a === b ? 0 : Number(a) < Number(b) ? -1 : 1;
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) - (b[index] ?? 0));
  return at.find((difference) => difference !== 0) ?? 0;
}
