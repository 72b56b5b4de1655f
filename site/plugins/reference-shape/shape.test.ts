import { expect, test } from "vitest";
import { sampleOf } from "./sample.ts";
import { fieldsOf } from "./schema.ts";
import { sameAs, shapeOf } from "./shape.ts";

const options = { hrefOf: (name: string) => `#${name}` };
const properties = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, { type: "string" }]));

test("of two shapes that are the same, one keeps its fields", () => {
  const shapes = { First: { properties }, Second: { properties: { ...properties } } };
  expect(sameAs(shapes.First, shapes)).toBeUndefined();
  expect(sameAs(shapes.Second, shapes)).toEqual({ name: "First", without: [] });
});

test("a shape that another one extends is told by what it lacks, unless what is needed differs", () => {
  const more = { properties: { ...properties, f: { type: "integer" } }, required: ["a", "f"] };
  expect(sameAs({ properties, required: ["a"] }, { More: more })).toEqual({ name: "More", without: ["f"] });
  expect(sameAs({ properties, required: [] }, { More: more })).toBeUndefined();
  expect(
    sameAs({ properties: { ...properties, a: { type: "integer" } }, required: ["a"] }, { More: more }),
  ).toBeUndefined();
});

test("fields inside of objects, lists and maps have the path that leads to them", () => {
  const inner = { properties: { x: { type: "string" } }, required: ["x"] };
  const schema = { properties: { one: inner, many: { items: inner }, named: { additionalProperties: inner } } };
  expect(fieldsOf(schema).map(({ path }) => path)).toEqual(["one", "one.x", "many", "many[].x", "named", "named.*.x"]);
});

test("what a value must be like is said in words", () => {
  const schema = {
    properties: {
      port: { type: "integer", minimum: 1, maximum: 65_535, default: 8080 },
      kind: { type: "string", enum: ["a", "b"] },
      names: { type: "array", minItems: 1, items: { type: "string", pattern: "^<$" } },
      link: { $ref: "#/$defs/Link", description: "Where to; `a` or `b`." },
    },
    oneOf: [{ required: ["port"] }, { required: ["kind"] }],
  };
  const html = shapeOf(schema, options);
  expect(html).toContain("Default <code>8080</code>. From 1 to 65535.");
  expect(html).toContain("One of <code>a | b</code>.");
  expect(html).toContain("At least 1 of them. Matches <code>^&lt;$</code>.");
  expect(html).toContain('<a href="#Link">Link</a></em> Where to; <code>a</code> or <code>b</code>.');
  expect(html).toContain("Exactly one of <code>port</code> or <code>kind</code> is needed.");
  expect(shapeOf({ ...schema, description: "`port` or `kind`." }, options)).not.toContain("Exactly one");
});

test("a sample takes the shape's own example before anything made up", () => {
  const schemas = { Name: { type: "string", examples: ["fetch"] } };
  const schema = {
    type: "object",
    properties: {
      name: { $ref: "#/x/Name" },
      left: { type: "string" },
      on: { type: "boolean" },
      at: { type: "string", format: "date-time" },
    },
    required: ["name", "on", "at"],
  };
  expect(sampleOf(schema, schemas)).toEqual({ name: "fetch", on: true, at: "2025-10-21T08:15:00Z" });
});
