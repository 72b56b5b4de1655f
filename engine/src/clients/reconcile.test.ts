import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CORPUS, type Sample } from "./corpus.ts";
import { createSettings, dataIn, fieldsOf } from "./test-settings.ts";

const NAMES = ["fetch", "a", "dev", "x.y-1", "123", "true", "constructor"];

describe("every settings file", () => {
  test.each(CORPUS)("$title: CL-04 entries come and go and leave no trace", (sample) => {
    const before = dataIn(sample, sample.text) as Record<string, object>;
    const settings = createSettings(sample, sample.text);
    const expectEntries = (ports: Record<string, number>): void => {
      settings.want(ports);
      const ours = Object.entries(ports).map(([name, port]) => [name, fieldsOf(sample, name, port)]);
      const top = { ...before[sample.topKey], ...Object.fromEntries(ours) };
      expect(dataIn(sample, settings.text() ?? "")).toEqual({ ...before, [sample.topKey]: top });
    };

    expectEntries({ fetch: 1 });
    expectEntries({ fetch: 2, dev: 3 });
    expectEntries({ dev: 4, a: 4 });
    settings.want({});
    expect(settings.text()).toBe(sample.text);
  });
});

test("CL-04 ten thousand random sequences end where they began", () => {
  const inSyntax = (wanted: Sample["syntax"]) => fc.constantFrom(...CORPUS.filter(({ syntax }) => syntax === wanted));
  const anySample = fc.oneof({ arbitrary: inSyntax("json"), weight: 3 }, { arbitrary: inSyntax("yaml"), weight: 1 });
  const ports = fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 3 }), { maxKeys: 4 });
  fc.assert(
    fc.property(anySample, fc.array(ports, { minLength: 1, maxLength: 3 }), (sample, states) => {
      const settings = createSettings(sample, sample.text);
      for (const state of states) settings.want(state);
      settings.want({});
      expect(settings.text()).toBe(sample.text);
    }),
    { numRuns: 10_000, seed: 4 },
  );
}, 60_000);

test("CL-04 a file that was not there is not there again", () => {
  for (const sample of CORPUS) {
    const settings = createSettings(sample, undefined);
    settings.want({ fetch: 1 });
    settings.want({ memory: 2 });
    settings.want({});
    expect(settings.text()).toBeUndefined();
  }
});
