/** Room for a workload's containers and the gateway: 13 addresses. */
const PREFIX_LENGTH = 28;
const SIZE = 2 ** (32 - PREFIX_LENGTH);

/** The subnets of `block` that overlap none of `taken`, lowest first, in CIDR notation. IPv6 ones never overlap. */
export function* freeSubnets(block: string, taken: readonly string[]): Generator<string> {
  const [first, last] = rangeOf(block)!;
  const ranges = taken.map(rangeOf).filter((range) => range !== undefined);
  for (let start = first; start < last; start += SIZE) {
    const end = start + SIZE - 1;
    if (!ranges.some(([from, to]) => from <= end && to >= start)) yield `${format(start)}/${PREFIX_LENGTH}`;
  }
}

/** First and last address as numbers; `undefined` for anything but IPv4. */
function rangeOf(cidr: string): readonly [number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(cidr);
  if (!match) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, length = 0] = match.slice(1).map(Number);
  const size = 2 ** (32 - length);
  const address = ((a * 256 + b) * 256 + c) * 256 + d;
  const first = address - (address % size);
  return [first, first + size - 1];
}

const format = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
