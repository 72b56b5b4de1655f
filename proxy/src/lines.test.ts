import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLines, type LineEnds } from "./lines.ts";

function split(chunks: readonly Buffer[], maxBytes = 1000): { lines: string[]; tooLong: LineEnds[] } {
  const lines: string[] = [];
  const tooLong: LineEnds[] = [];
  const push = createLines({
    maxBytes,
    onLine: (line) => lines.push(line.toString()),
    onTooLong: (ends) => tooLong.push(ends),
  });
  for (const chunk of chunks) push(chunk);
  return { lines, tooLong };
}

/** The bytes cut at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test("lines come out as they went in, wherever the stream is cut", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))), fc.array(fc.nat()), (pairs, places) => {
      const { lines } = split(cut(Buffer.from(pairs.flat().join("")), places));
      expect(lines).toEqual(pairs.map(([text]) => text).filter((text) => text !== ""));
    }),
  );
});

test("an unfinished line waits for its end", () => {
  expect(split([Buffer.from("a\nb")]).lines).toEqual(["a"]);
  expect(split([Buffer.from("a\nb"), Buffer.from("c\n")]).lines).toEqual(["a", "bc"]);
});

test("a line that is too long is let go of, its neighbours are not, wherever the stream is cut", () => {
  const text = `one\n${"x".repeat(500)}${"y".repeat(1200)}\ntwo\n`;
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), (places) => {
      const { lines, tooLong } = split(cut(Buffer.from(text), places));
      expect(lines).toEqual(["one", "two"]);
      expect(tooLong).toHaveLength(1);
      expect(tooLong[0]!.length).toBe(1700);
      expect(tooLong[0]!.head.toString()).toBe("x".repeat(500) + "y".repeat(12));
      expect(tooLong[0]!.tail.toString()).toBe("y".repeat(512));
    }),
  );
});

test("a line of just the limit passes", () => {
  expect(split([Buffer.from(`${"x".repeat(10)}\n`)], 10).lines).toEqual(["x".repeat(10)]);
  expect(split([Buffer.from("xxxxx"), Buffer.from("xxxxx\n")], 10).lines).toEqual(["x".repeat(10)]);
  expect(split([Buffer.from(`${"x".repeat(11)}\n`)], 10).tooLong).toHaveLength(1);
});
