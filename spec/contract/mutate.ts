import fc from "fast-check";
import type { Sent } from "./generate.ts";

/** Turns a good request into one that may be bad. What it is now, the test finds out for itself. */
export type Mutation = fc.Arbitrary<(sent: Sent) => Sent>;

const ODD_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "..",
  "../../etc/passwd",
  "..\\..\\x",
  "/etc/passwd",
  "C:\\x",
  "a/b",
  "a\nb",
  "a\r\nX-Injected: 1",
  "ä\u0301\u202Eevil",
  "\u{1F600}",
  "\uFEFFx",
  "%00",
  "%2e%2e%2f",
  "${jndi:x}",
  "'; DROP TABLE x; --",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "x".repeat(10_000),
];

const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  65_536,
  [],
  [null],
  [[]],
  {},
  { "": "" },
  nested(200),
];

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const oddText = fc.constantFrom(...ODD_TEXTS);
const oddValue = fc.constantFrom(...ODD_VALUES);

/** One field, at any depth, is something else now, is gone, or has company. */
const changedField: Mutation = fc.tuple(fc.nat(), fc.constantFrom("set", "drop", "add"), oddValue, oddText).map(
  ([which, how, value, name]) =>
    (sent) =>
      inBody(sent, (body) => {
        const places = placesIn(body);
        const place = places[which % Math.max(1, places.length)];
        if (!place) return body;
        const { holder, key } = place;
        if (how === "set") holder[key] = value;
        else if (how === "add")
          Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
        else delete holder[key];
        return body;
      }),
);

const anotherBody: Mutation = oddValue.map((value) => (sent) => withBody(sent, JSON.stringify(value)));

const brokenText: Mutation = fc
  .constantFrom<(text: string) => string | Uint8Array>(
    () => "",
    () => "  \n",
    (text) => text.slice(0, -1),
    (text) => `${text}}`,
    (text) => text.replace('"', "'"),
    (text) => `\uFEFF${text}`,
    (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]),
    (text) => Buffer.from(text, "utf16le"),
    (text) => text.replace("{", '{"name":"zzz","name":7,'),
    (text) => text.replace("{", '{"__proto__":{"name":"polluted"},'),
    () => "[".repeat(100_000),
    () => '{"a":'.repeat(50_000),
    () => "NaN",
    () => '{"name":1e999}',
    () => `{"name":"${"x".repeat(1024 * 1024)}"}`,
    () => '{"name":"\\ud800"}',
  )
  .map((change) => (sent) => withBody(sent, change(String(sent.body ?? "{}"))));

/** A variable part, or any other, holds something odd. */
const oddPath: Mutation = fc.tuple(fc.nat(), oddText, fc.boolean()).map(([which, text, isRaw]) => (sent) => {
  const [path = "", ...query] = sent.target.split("?");
  const parts = path.split("/");
  const at = parts.length - 1 - (which % 3);
  parts[at] = isRaw ? text.replaceAll(/[^!-~]|[?#\\]/g, "") : encodeURIComponent(text);
  return { ...sent, target: [parts.join("/"), ...query].join("?") };
});

const brokenPath: Mutation = fc
  .constantFrom<(target: string) => string>(
    (target) => `${target}/`,
    (target) => target.replace("/api", "//api"),
    (target) => `${target}%`,
    (target) => `${target}%zz`,
    (target) => `${target}%ff`,
    (target) => target.replace("/v1beta", "/V1BETA"),
    (target) => target.replace("/api/v1beta", "/api/v1beta/../v1beta"),
    (target) => `${target}/%2e%2e`,
    (target) => `${target}?group=${"x".repeat(9_000)}`,
    (target) => `${target}?group=%zz&all=maybe&group=second`,
    (target) => `${target}?${"a=1&".repeat(2_000)}`,
  )
  .map((change) => (sent) => ({ ...sent, target: change(sent.target) }));

const anotherMethod: Mutation = fc
  .constantFrom("HEAD", "OPTIONS", "PATCH", "DELETE", "PUT", "POST", "GET", "PROPFIND")
  .map((method) => (sent) => ({ ...sent, method }));

export const mutations: Mutation = fc.oneof(
  { weight: 6, arbitrary: changedField },
  { weight: 2, arbitrary: anotherBody },
  { weight: 2, arbitrary: brokenText },
  { weight: 3, arbitrary: oddPath },
  { weight: 2, arbitrary: brokenPath },
  { weight: 1, arbitrary: anotherMethod },
);

type Holder = Record<PropertyKey, unknown>;

function placesIn(value: unknown): Array<{ holder: Holder; key: string }> {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function inBody(sent: Sent, change: (body: unknown) => unknown): Sent {
  return sent.body === undefined ? sent : withBody(sent, JSON.stringify(change(JSON.parse(String(sent.body)))));
}

const withBody = (sent: Sent, body: string | Uint8Array): Sent => ({ ...sent, body });
