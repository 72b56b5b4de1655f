import { AppError } from "@toolhaven/contract/errors";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CORPUS, type Sample } from "./corpus.ts";
import { createSettings, dataIn, fieldsOf, JSON_KIND, type Kind, YAML_KIND } from "./test-settings.ts";

const PIECES = [
  ...Array.from("{}[],:\"'#/*\\-?&!|>%@` \n\t"),
  ...[
    "//",
    "/*",
    "*/",
    "\r\n",
    "---\n",
    "...",
    "\n  ",
    ": ",
    "null",
    '"mcpServers"',
    "extensions:",
    "fetch:",
    "\uFEFF",
    "\u0000",
    "\uD800",
    "é",
  ],
];

/** Cut off, with something taken out, put in or doubled, up to three times. */
const damaged: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.constantFrom(...CORPUS),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.constantFrom("", "cut", "twice", ...PIECES)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([sample, blows]) => {
    let { text } = sample;
    for (const [at, length, blow] of blows) {
      const start = at % (text.length + 1);
      const rest = text.slice(start + (blow.length > 0 && length % 2 === 0 ? 0 : length));
      if (blow === "cut") text = text.slice(0, start);
      else text = text.slice(0, start) + (blow === "twice" ? rest.slice(0, length) : blow) + rest;
    }
    return { ...sample, text };
  });

const nonsense: fc.Arbitrary<Kind & { text: string }> = fc
  .tuple(
    fc.constantFrom(JSON_KIND, YAML_KIND),
    fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 14 }),
  )
  .map(([kind, pieces]) => ({ ...kind, text: pieces.join("") }));

function isRefused(edit: () => unknown): boolean {
  try {
    edit();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input") return true;
    throw error;
  }
}

let edited = 0;

/** Either refused, or edited to exactly what was meant and back. */
function expectSoundness(sample: Kind & { text: string }): void {
  const settings = createSettings(sample, sample.text);
  if (isRefused(() => settings.want({ fetch: 1, memory: 2 }))) return;
  edited++;
  const before = dataIn(sample, sample.text) as Record<string, object>;
  const top = {
    ...before[sample.topKey],
    fetch: fieldsOf(sample, "fetch", 1),
    memory: fieldsOf(sample, "memory", 2),
  };
  expect(dataIn(sample, settings.text() ?? "")).toEqual({ ...before, [sample.topKey]: top });
  settings.want({});
  expect(settings.text()).toBe(sample.text);
}

test("CL-06 a damaged file is refused or edited to exactly what was meant", () => {
  edited = 0;
  fc.assert(fc.property(damaged, expectSoundness), { numRuns: 3_000, seed: 6 });
  expect(edited).toBeGreaterThan(500);
}, 60_000);

test("CL-06 nonsense is refused or edited to exactly what was meant", () => {
  fc.assert(fc.property(nonsense, expectSoundness), { numRuns: 2_000, seed: 6 });
}, 60_000);
