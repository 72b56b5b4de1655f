import * as fc from "fast-check";
import { expect, test } from "vitest";
import { freeSubnets } from "./subnets.ts";

const first = (count: number, block: string, taken: readonly string[] = []): string[] =>
  [...freeSubnets(block, taken)].slice(0, count);

test("are taken from the block in order, the gaps first", () => {
  expect(first(2, "172.29.0.0/16")).toEqual(["172.29.0.0/28", "172.29.0.16/28"]);
  expect(first(3, "172.29.0.0/16", ["172.29.0.0/28", "172.29.0.32/27", "fd00::/64", "10.0.0.0/8"])).toEqual([
    "172.29.0.16/28",
    "172.29.0.64/28",
    "172.29.0.80/28",
  ]);
});

test("there are none in a block that is taken as a whole", () => {
  expect(first(1, "172.29.0.0/24", ["172.16.0.0/12"])).toEqual([]);
  expect([...freeSubnets("172.29.0.0/24", [])]).toHaveLength(16);
});

test("one that holds an address of this machine is left out", () => {
  expect(first(1, "172.29.0.0/24", ["172.29.0.5/32"])).toEqual(["172.29.0.16/28"]);
});

test("no two of them overlap, nor any of those taken", () => {
  const subnet = fc.record({ offset: fc.nat({ max: 65_535 }), length: fc.integer({ min: 18, max: 32 }) });
  fc.assert(
    fc.property(fc.array(subnet, { maxLength: 20 }), (some) => {
      const taken = some.map(({ offset, length }) => `172.29.${offset >> 8}.${offset & 255}/${length}`);
      const ranges = [...freeSubnets("172.29.0.0/16", taken)].map(rangeOf);
      for (const [index, [start]] of ranges.entries()) expect(start).toBeGreaterThan(ranges[index - 1]?.[1] ?? 0);
      for (const [from, to] of taken.map(rangeOf)) {
        expect(ranges.some(([start, end]) => start <= to && end >= from)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

function rangeOf(cidr: string): readonly [number, number] {
  const [address = "", length] = cidr.split("/");
  const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(length));
  return [value - (value % size), value - (value % size) + size - 1];
}
