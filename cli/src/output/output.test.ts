import { describe, expect, test } from "vitest";
import { createProgress } from "./progress.ts";
import { cut, table } from "./table.ts";
import type { Output } from "./io.ts";

function output(isTty: boolean): Output & { written: string[] } {
  const written: string[] = [];
  return { isTty, columns: 20, failure: () => undefined, write: async (text) => void written.push(text), written };
}

describe("CM-15 progress", () => {
  test("is a line per phase where nobody watches, however many numbers change in it", () => {
    const stderr = output(false);
    const progress = createProgress(stderr, { isOff: false, isPlain: false });
    for (const text of [
      "e2: pulling 1%",
      "e2: pulling 50%",
      "e2: pulling 99%",
      "e2: starting",
      "b: starting",
      "e2: starting",
    ])
      progress.show(text);
    expect(stderr.written).toEqual(["e2: pulling 1%\n", "e2: starting\n", "b: starting\n"]);
  });

  test("is silent on a terminal at first, unless something slow was asked for", () => {
    const stderr = output(true);
    const progress = createProgress(stderr, { isOff: false, isPlain: false });
    progress.show("quick");
    expect(stderr.written).toEqual([]);
    progress.begin("something slow that is longer than the screen");
    expect(stderr.written.join("")).toContain("something slow");
    expect(stderr.written.join("").replace("\r\u001B[2K", "").length).toBeLessThan(20);
    progress.done();
    expect(stderr.written.at(-1)).toBe("\r\u001B[2K");
  });

  test("does not steer the terminal, and is not there when it is not wanted", () => {
    const stderr = output(false);
    createProgress(stderr, { isOff: false, isPlain: true }).begin("a\u001B[2Jb\nc");
    expect(stderr.written).toEqual(["a [2Jb c\n"]);
    const off = output(true);
    createProgress(off, { isOff: true, isPlain: false }).begin("a");
    expect(off.written).toEqual([]);
  });
});

describe("CM-15 a table", () => {
  const rows = [
    { name: "a", text: "short" },
    { name: "longer", text: "a text that does not end soon" },
  ];
  const columns = [
    { title: "NAME", of: ({ name }: (typeof rows)[number]) => name },
    { title: "TEXT", of: ({ text }: (typeof rows)[number]) => text },
  ];

  test("is whole where it goes to a program", () => {
    expect(table(rows, columns)).toBe("NAME     TEXT\na        short\nlonger   a text that does not end soon");
  });

  test("ends at the edge of a terminal, in its last column only", () => {
    expect(table(rows, columns, { width: 32 })).toBe("NAME     TEXT\na        short\nlonger   a text that does not e…");
    expect(table(rows, columns, { width: 1 }).split("\n")[2]).toBe("longer   a text that does no…");
  });

  test("is cut between characters, never inside one", () => {
    expect(cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2)).toBe("👩‍👩‍👧‍👦…");
    expect(cut("abc", 3)).toBe("abc");
  });

  test("without rows has its titles", () => {
    expect(table([], columns)).toBe("NAME   TEXT");
  });
});
