import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CORPUS, type Sample } from "./corpus.ts";
import { FORMATS } from "./formats.ts";
import type { Wanted } from "./decide.ts";
import { reconcile } from "./reconcile.ts";
import type { FileRecord } from "./record.ts";

const NAMES = ["fetch", "a", "dev", "x.y-1", "123", "true"];

const blank = (syntax: Sample["syntax"]): FileRecord => ({
  format: 1,
  path: "/settings",
  syntax,
  made_file: false,
  made_folders: [],
  tops: {},
});

const wish = (syntax: Sample["syntax"], name: string, port: number): Wanted => {
  const url = `http://127.0.0.1:${port}/sse#${name}`;
  const goose = { name, enabled: true, timeout: 60, type: "sse", uri: url };
  return {
    fields: syntax === "yaml" ? goose : { url, type: "sse" },
    urlKey: syntax === "yaml" ? "uri" : "url",
    createdAt: "t",
  };
};

/** One settings file in memory, brought step by step to what is wanted. */
function settingsOf({ syntax, topKey }: Sample, start: string | undefined) {
  const format = FORMATS[syntax];
  let text = start;
  let record = blank(syntax);
  return {
    text: () => text,
    want(ports: ReadonlyMap<string, number>): void {
      const wanted = new Map([[topKey, new Map([...ports].map(([name, port]) => [name, wish(syntax, name, port)]))]]);
      const plan = reconcile(format, { text, record, wanted, isForced: false });
      ({ text, after: record } = { ...plan });
      const entries = format.read(text?.replace("\uFEFF", "") ?? "", topKey).entries;
      for (const [name, port] of ports) expect(entries.get(name)?.value()).toEqual(wish(syntax, name, port).fields);
    },
  };
}

describe("every settings file", () => {
  test.each(CORPUS)("$title: CL-04 entries come and go and leave no trace", (sample) => {
    const file = settingsOf(sample, sample.text);
    file.want(new Map([["fetch", 1]]));
    file.want(
      new Map([
        ["fetch", 2],
        ["dev", 3],
      ]),
    );
    file.want(
      new Map([
        ["dev", 4],
        ["a", 4],
      ]),
    );
    file.want(new Map());
    expect(file.text()).toBe(sample.text);
  });
});

test("CL-04 ten thousand random sequences end where they began", () => {
  const state = fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 3 }), {
    noNullPrototype: true,
    maxKeys: 4,
  });
  fc.assert(
    fc.property(fc.constantFrom(...CORPUS), fc.array(state, { maxLength: 5 }), (sample, states) => {
      const file = settingsOf(sample, sample.text);
      for (const ports of states) file.want(new Map(Object.entries(ports)));
      file.want(new Map());
      expect(file.text()).toBe(sample.text);
    }),
    { numRuns: 10_000, seed: 4 },
  );
}, 60_000);
