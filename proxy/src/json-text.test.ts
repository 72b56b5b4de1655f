import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMember, MAX_DEPTH, rawAt, skipSpace, skipValue, textAt } from "./json-text.ts";

/** Whether all of the text is one JSON value, by our reading. */
function isJson(text: string): boolean {
  const bytes = Buffer.from(text);
  return skipSpace(bytes, skipValue(bytes, skipSpace(bytes, 0))) === bytes.length && bytes.length > 0;
}

function isJsonToNode(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** JSON text with whitespace in odd places and numbers as nobody would write them. */
const jsonText = fc.oneof(
  fc.json(),
  fc.json().map((text) => JSON.stringify(JSON.parse(text), null, "\t\r\n ")),
  fc.constantFrom("-0", "1.0", "1e2", "-1E-7", "0.10", "9007199254740993", '"\\u00e9\\/"', '"\u2028"', "[[],{}]"),
);

/** Bytes that mean something to JSON, and some that do not. */
const fragment = fc.constantFrom(
  ...'{}[]:,"\\ \n\t-+.eE01u'.split(""),
  "true",
  "null",
  "fals",
  "\\u12",
  "\u0000",
  "é",
  "01",
);

/** A text with a few characters taken out or put in. */
const mutated = fc
  .tuple(
    jsonText,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.option(fragment, { nil: "" })), { minLength: 1, maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [where, without, put]) => {
      const at = where % (changed.length + 1);
      return changed.slice(0, at) + put + changed.slice(at + without);
    }, text),
  );

describe("skipValue", () => {
  test("agrees with JSON.parse on JSON", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(isJson(text)).toBe(isJsonToNode(text));
      }),
    );
  });

  test("agrees with JSON.parse on texts that are nearly JSON", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        expect(isJson(text)).toBe(isJsonToNode(text));
      }),
      { numRuns: 5000 },
    );
  });

  test("agrees with JSON.parse on token soup", () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(isJson(text)).toBe(isJsonToNode(text));
      }),
      { numRuns: 5000 },
    );
  });

  test("refuses a value cut off anywhere", () => {
    const text = '{"a":[1.5e+3,"\\u00e9\\n",{"b":null}],"c":[true,false,-0]}';
    for (let end = 0; end < text.length; end += 1) expect(isJson(text.slice(0, end))).toBe(false);
    expect(isJson(text)).toBe(true);
  });

  test("gives up at its depth, without recursion", () => {
    expect(isJson(nested(MAX_DEPTH))).toBe(true);
    expect(isJson(nested(MAX_DEPTH + 1))).toBe(false);
    expect(isJson(nested(1_000_000))).toBe(false);
    expect(skipValue(Buffer.from('{"a":[1]}'), 0, 2)).toBe(9);
    expect(skipValue(Buffer.from('{"a":[1]}'), 0, 1)).toBe(-1);
  });
});

test("findMember finds a value by its key, however the key is escaped, and the last of several", () => {
  const bytes = Buffer.from('{"x":{"a":1}, "\\u0061" : [2 ,3],"b":"é"}');
  const whole = { start: 0, end: bytes.length };
  const member = (name: string): string | undefined => {
    const span = findMember(bytes, whole, name);
    return span && Buffer.from(rawAt(bytes, span), "latin1").toString();
  };
  expect(member("a")).toBe("[2 ,3]");
  expect(member("b")).toBe('"é"');
  expect(member("c")).toBeUndefined();
  expect(findMember(Buffer.from('{"a":1,"a":2}'), { start: 0, end: 13 }, "a")).toEqual({ start: 11, end: 12 });
});

test("textAt gives the text of any string", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const bytes = Buffer.from(JSON.stringify(text));
      expect(textAt(bytes, { start: 0, end: bytes.length })).toBe(text);
    }),
  );
});
