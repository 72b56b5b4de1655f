import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEventPipe, type EventFilter } from "./event-pipe.ts";

const upper: EventFilter = (data) => (data.includes("drop") ? undefined : Buffer.from(data.toString().toUpperCase()));

const ENDS = ["\n", "\r\n", "\r"];

const STREAM = [
  `: hi`,
  ``,
  `event: message`,
  `id: 7`,
  `data: {"a":`,
  `data: "é"}`,
  ``,
  `retry: 5`,
  `data:drop`,
  `id: 8`,
  ``,
  `data`,
  ``,
  ``,
];

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...cuts.map((at) => at % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

describe.each(ENDS)("a stream whose lines end with %j", (end) => {
  const bytes = Buffer.from(STREAM.join(end));

  test("is filtered event by event, however it is cut, and keeps ids and comments", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 10 }), (cuts) => {
        const pipe = createEventPipe({ filter: () => upper, maxBytes: 100 });
        const out = Buffer.concat(cut(bytes, cuts).map((chunk) => pipe.push(chunk))).toString();
        const expected = [
          `: hi`,
          ``,
          `event: message`,
          `id: 7`,
          `data: {"A":\n"É"}`,
          ``,
          `retry: 5`,
          `id: 8`,
          ``,
          `data`,
          ``,
          ``,
        ];
        expect(out).toBe(expected.join(end));
      }),
    );
  });

  test("passes to the byte while nobody looks, and what is added never lands inside an event", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 10 }), fc.nat({ max: 10 }), (cuts, when) => {
        const pipe = createEventPipe({ filter: () => undefined, maxBytes: 100 });
        const own = Buffer.from("data: own\n\n");
        const out: Buffer[] = [];
        for (const [index, chunk] of cut(bytes, cuts).entries()) {
          if (index === when) out.push(pipe.add(own));
          out.push(pipe.push(chunk));
        }
        const text = Buffer.concat(out).toString();
        const [before = "", after = ""] = text.split("data: own\n\n");
        expect(before + after).toBe(bytes.toString());
        expect(before === text || /^$|(?:\n\n|\r\r|\r\n\r\n?)$/.test(before)).toBe(true);
      }),
    );
  });

  test("is looked into from the next event on when that is wanted half way", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 10 }), fc.nat({ max: 10 }), (cuts, when) => {
        let filter: EventFilter | undefined;
        const pipe = createEventPipe({ filter: () => filter, maxBytes: 100 });
        let before = "";
        let after = "";
        for (const [index, chunk] of cut(bytes, cuts).entries()) {
          if (index === when) filter = upper;
          const text = pipe.push(chunk).toString("latin1");
          if (filter === undefined) before += text;
          else after += text;
        }
        // What went out unread is as it was; the rest of an event half out is too, and all after it is filtered.
        expect(bytes.toString("latin1").startsWith(before)).toBe(true);
        const isBetween = /^$|(?:\n\n|\r\r|\r\n\r\n)$/.test(before);
        expect(filter !== undefined && isBetween && after.includes("drop")).toBe(false);
      }),
    );
  });
});

test("an event without end ends the stream at its limit, but only where events are read", () => {
  const chunk = Buffer.from(`data: ${"x".repeat(60)}`);
  const read = createEventPipe({ filter: () => upper, maxBytes: 100 });
  read.push(chunk);
  expect(() => read.push(chunk)).toThrow("an event exceeds 100 bytes");
  const unread = createEventPipe({ filter: () => undefined, maxBytes: 100 });
  unread.push(chunk);
  expect(unread.push(chunk)).toBe(chunk);
});
