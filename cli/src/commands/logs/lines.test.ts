import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLineReader, createSeen, type LogLine } from "./lines.ts";

describe("CM-18 a recorded stream", () => {
  test("is taken apart the same wherever its chunks are cut", () => {
    const line = fc.record({
      second: fc.integer({ min: 0, max: 59 }),
      fraction: fc.integer({ min: 0, max: 999_999_999 }),
      text: fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, "")),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 20 }), (lines, cuts) => {
        const time = ({ second, fraction }: (typeof lines)[number]): string =>
          `2026-01-01T00:00:${String(second).padStart(2, "0")}.${String(fraction).padStart(9, "0")}Z`;
        const bytes = Buffer.from(lines.map((each) => `${time(each)} ${each.text}\n`).join(""));
        const found: LogLine[] = [];
        const reader = createLineReader((each) => found.push(each));
        let at = 0;
        for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
          reader.push(bytes.subarray(at, end));
          at = end;
        }
        reader.flush();
        expect(found).toEqual(lines.map((each) => ({ time: time(each), text: each.text })));
      }),
    );
  });

  test("has times that sort as text, whatever zone and precision the engine writes", () => {
    const found: LogLine[] = [];
    const reader = createLineReader((line) => found.push(line));
    reader.push(
      Buffer.from("2026-01-01T00:00:00Z a\n2026-01-01T00:00:00.5Z b\n2026-01-01T02:00:00.500000001+02:00 c\n"),
    );
    expect(found.map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(found.map(({ time }) => time)).toEqual(found.map(({ time }) => time).toSorted());
    expect(new Set(found.map(({ time }) => time.length)).size).toBe(1);
  });
});

describe("CM-18 a log that is read again", () => {
  /** Few times and texts, so that equal lines are the rule. */
  const record = fc.array(fc.record({ time: fc.constantFrom("1", "2", "3"), text: fc.constantFrom("x", "y") }), {
    maxLength: 12,
  });
  const sorted = (lines: readonly LogLine[]): LogLine[] =>
    lines.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));

  test("gives every line once, however often it is read and however far each time", () => {
    fc.assert(
      fc.property(record, fc.array(fc.nat({ max: 12 }), { maxLength: 4 }), (lines, ends) => {
        const all = sorted(lines);
        const seen = createSeen();
        const shown: LogLine[] = [];
        for (const end of [...ends.toSorted((a, b) => a - b), all.length]) {
          seen.startAgain();
          shown.push(...all.slice(0, end).filter((line) => seen.isNew(line)));
        }
        expect(shown).toEqual(all);
      }),
    );
  });

  test("loses no line whose time is a little before that of the line in front of it", () => {
    const seen = createSeen();
    const lines = [
      { time: "2", text: "out" },
      { time: "1", text: "err" },
      { time: "3", text: "out" },
    ];
    expect(lines.slice(0, 2).filter((line) => seen.isNew(line))).toHaveLength(2);
    seen.startAgain();
    expect(lines.filter((line) => seen.isNew(line))).toEqual([lines[2]]);
  });

  test("goes on with what is later when its beginning is gone", () => {
    const seen = createSeen();
    seen.isNew({ time: "1", text: "old" });
    seen.startAgain();
    expect(seen.isNew({ time: "2", text: "new" })).toBe(true);
  });
});
