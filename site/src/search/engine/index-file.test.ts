import fc from "fast-check";
import { expect, test } from "vitest";
import { createCounter, readPlaces } from "./count-terms.ts";
import { anchorOf, createIndexFile, readHeading, readTerms } from "./index-file.ts";
import { numberReader, writeNumbers } from "./numbers.ts";
import type { PageRecord } from "./page-record.ts";

const page = (rest: Partial<PageRecord>): PageRecord => ({
  url: "/a",
  title: "A",
  crumbs: [],
  tag: "default",
  keywords: "",
  sections: [{ heading: "", anchor: "", text: "" }],
  ...rest,
});

test("numbers come back as they were written", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 30 })), (numbers) => {
      const next = numberReader(writeNumbers(numbers));
      expect(numbers.map(() => next())).toEqual(numbers);
      expect(next()).toBe(0);
    }),
  );
});

test("places and counts of terms come back as they were written", () => {
  const texts = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 }), { maxLength: 20 });
  fc.assert(
    fc.property(texts, (sections) => {
      const counter = createCounter();
      sections.forEach((terms, place) => counter.add(place, terms));
      const terms = ["a", "b", "c", "d", "never"];
      const read = readPlaces(counter.write(terms), terms.length);
      terms.forEach((term, number) => {
        const expected = sections.flatMap((words, place) => {
          const count = words.filter((word) => word === term).length;
          return count === 0 ? [] : [[place, count] as const];
        });
        expect([...read[number]!]).toEqual(expected);
      });
    }),
  );
});

test("terms come back in order, each once", () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9.-]{1,40}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, (list) => {
      const file = createIndexFile({ locale: "en", textFiles: [], pages: [page({ title: `x ${list.join(" ")}` })] });
      const terms = readTerms(file.terms);
      expect(terms).toEqual([...new Set(terms)].toSorted());
      expect(terms).toContain("x");
    }),
  );
});

test("an anchor is stored only where the heading does not tell it", () => {
  const sections = [
    { heading: "", anchor: "", text: "" },
    { heading: "Run a server (fast)", anchor: "run-a-server-fast", text: "" },
    { heading: "--group", anchor: "flag-group", text: "" },
  ];
  const { headings } = createIndexFile({ locale: "en", textFiles: [], pages: [page({ sections })] });
  expect(headings).toEqual([["Run a server (fast)", "--group\tflag-group"]]);
  expect(headings[0]!.map(readHeading)).toEqual(sections.slice(1).map(({ heading, anchor }) => ({ heading, anchor })));
  expect(anchorOf("What's new?")).toBe("whats-new");
});
