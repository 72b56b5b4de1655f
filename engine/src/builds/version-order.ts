/** Versions as npm and Go count them. */
export interface Version {
  readonly text: string;
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly pre: readonly string[];
}

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const RANGE = /^([~^]?)v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(-[0-9A-Za-z.-]+)?$/;

/** `undefined` for a tag or a range. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, pre] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { text, numbers: [Number(major), Number(minor), Number(patch)], pre: pre?.split(".") ?? [] };
}

/** Negative when `a` comes first; a release comes after its own previews. */
export function compareVersions(a: Version, b: Version): number {
  const byNumber = compareNumbers(a.numbers, b.numbers);
  if (byNumber !== 0) return byNumber;
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [index, part] of a.pre.entries()) {
    const other = b.pre[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.pre.length - b.pre.length;
}

/** The newest of them; previews only when there is nothing else. */
export function newest(texts: readonly string[]): string | undefined {
  const versions = texts.map(parseVersion).filter((version) => version !== undefined);
  const releases = versions.filter(({ pre }) => pre.length === 0);
  return (releases.length > 0 ? releases : versions).toSorted(compareVersions).at(-1)?.text;
}

/** The releases that `1`, `1.2`, `1.x`, `~1.2.3` or `^1.2.3` means; `undefined` when the text is none of these. */
export function inRange(texts: readonly string[], range: string): string[] | undefined {
  const [, sign, major, minor, patch, pre = ""] = RANGE.exec(range) ?? [];
  if (major === undefined) return undefined;
  const asked = [major, minor, patch].map((part) => (part === undefined || /\D/.test(part) ? undefined : Number(part)));
  const known = asked.indexOf(undefined) === -1 ? 3 : asked.indexOf(undefined);
  const floor = parseVersion(`${asked.map((part) => part ?? 0).join(".")}${pre}`)!;
  // How many numbers must stay as they are.
  const fixed =
    sign === "^" ? Math.min(known, firstNonZero(floor.numbers) + 1) : sign === "~" ? Math.min(known, 2) : known;
  return texts.filter((text) => {
    const version = parseVersion(text);
    if (!version || version.pre.length > 0 || compareVersions(version, floor) < 0) return false;
    return version.numbers.slice(0, fixed).every((number, index) => number === floor.numbers[index]);
  });
}

function firstNonZero(numbers: readonly number[]): number {
  const found = numbers.findIndex((number) => number > 0);
  return found === -1 ? numbers.length - 1 : found;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, at) => number !== b[at]);
  return index === -1 ? 0 : a[index]! - b[index]!;
}

function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return Number(a) - Number(b);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
