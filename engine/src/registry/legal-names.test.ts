import { ServerName } from "@toolhaven/contract/registry-server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { legalKeys } from "./legal-names.ts";

test("names become lower case with dashes, and legal ones stay", () => {
  const names = ["io.github.user/weather", "fetch", "K8s", "My  Server!", "a_b", "--x--"];
  expect(Object.fromEntries(legalKeys(names))).toEqual({
    "io.github.user/weather": "io-github-user-weather",
    fetch: "fetch",
    K8s: "k8s",
    "My  Server!": "my-server",
    a_b: "a-b",
    "--x--": "x",
  });
});

test("a name that is legal keeps its key, others that would get it are numbered, in whatever order they come", () => {
  const names = ["a/b", "a.b", "a-b", "A B", "a-b-2"];
  const expected = { "a-b": "a-b", "a-b-2": "a-b-2", "A B": "a-b-3", "a.b": "a-b-4", "a/b": "a-b-5" };
  expect(Object.fromEntries(legalKeys(names))).toEqual(expected);
  expect(Object.fromEntries(legalKeys(names.toReversed()))).toEqual(expected);
});

test("a name without a letter or digit has no key", () => {
  expect([...legalKeys(["", "/", "日本", "__"])]).toEqual([]);
});

test("whatever the names, every key is legal and nobody else's, and the order makes no difference", () => {
  const name = fc.oneof(fc.string(), fc.stringMatching(/^[aA][-_./ 2]?[bB2]?$/), fc.constant("__proto__"));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (names) => {
      const keys = legalKeys(names);
      expect(new Set(keys.values()).size).toBe(keys.size);
      for (const key of keys.values()) expect(ServerName.safeParse(key).success).toBe(true);
      expect(new Map(legalKeys(names.toReversed()))).toEqual(keys);
    }),
  );
});
