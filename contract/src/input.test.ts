import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { parseInput } from "./input.ts";

const Sample = z.object({
  port: z.int().max(9).optional(),
  kind: z.enum(["a", "b"]).optional(),
  list: z.array(z.object({ name: z.string().min(2) })).optional(),
  map: z.record(z.string().regex(/^[a-z]+$/, { error: "keys must be lower case" }), z.boolean()).optional(),
  either: z.union([z.string(), z.object({ deep: z.number() })]).optional(),
});

const refusal = (schema: z.ZodType, value: unknown): string => {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (error instanceof AppError) return `${error.code === "invalid_input" ? "" : error.code}${error.message}`;
    throw error;
  }
  return "accepted";
};

test.each([
  [{ port: "8" }, `invalid "port": must be a number`],
  [{ port: 1.5 }, `invalid "port": must be a whole number`],
  [{ port: 10 }, `invalid "port": must be at most 9`],
  [{ kind: "c" }, `invalid "kind": must be "a" or "b"`],
  [{ list: [{ name: "ab" }, { name: "c" }] }, `invalid "list[1].name": must have at least 2 characters`],
  [{ list: [{}] }, `invalid "list[0].name": missing; must be a string`],
  [{ map: { a: 1 } }, `invalid "map.a": must be true or false`],
  [{ map: { "A\nB": true } }, `invalid "map": keys must be lower case`],
  [{ either: { deep: "x" } }, `invalid "either.deep": must be a number`],
  [{ either: 5 }, `invalid "either": has none of the accepted forms`],
  [[], "invalid input: must be an object"],
])("%j is refused with one line that names the field", (value, line) => {
  expect(refusal(Sample, value)).toBe(line);
});

test("a schema's own words win, also for a union", () => {
  const schema = z.object({
    size: z.number({ error: "give a size" }),
    form: z.union([z.string(), z.number()], { error: "text or number" }),
  });
  expect(refusal(schema, { form: "x" })).toBe(`invalid "size": give a size`);
  expect(refusal(schema, { size: 1, form: [] })).toBe(`invalid "form": text or number`);
});

test("a rule between fields speaks for itself", () => {
  const schema = z.object({ a: z.string().optional() }).refine(({ a }) => a, { error: `give "a"` });
  expect(refusal(schema, {})).toBe(`give "a"`);
});

test("a field's name is shown short, however long it is", () => {
  const line = refusal(z.record(z.string(), z.number()), { ["x".repeat(1_000_000)]: "no number" });
  expect(line.length).toBeLessThan(200);
});

test("whatever is sent, the refusal is one line without control characters", () => {
  const keyed = z.record(z.string(), z.number());
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.constant("x"), { minKeys: 1 }), (value) => {
      fc.pre(Object.keys(value).some((key) => key !== "__proto__"));
      expect(refusal(keyed, value)).toMatch(/^invalid "[^\p{Cc}\u2028\u2029\u202e]*": must be a number$/u);
    }),
  );
});
