import { expect, test } from "vitest";
import { checkReference, pullSource } from "./reference.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;

test.each([
  ["server", "server", "latest"],
  ["team/server:1.2", "team/server", "1.2"],
  ["localhost/server", "localhost/server", "latest"],
  ["localhost:5000/a/b:v1", "localhost:5000/a/b", "v1"],
  ["Registry.example.test/a__b/c-d.e:V_1", "Registry.example.test/a__b/c-d.e", "V_1"],
  ["127.0.0.1:5000/a", "127.0.0.1:5000/a", "latest"],
  ["[::1]:5000/a", "[::1]:5000/a", "latest"],
  ["host:5000/a", "host:5000/a", "latest"],
  [`example.test/a@${DIGEST}`, "example.test/a", DIGEST],
  [`example.test/a:1@${DIGEST}`, "example.test/a", DIGEST],
])("%s is pulled from %s with tag %s", (reference, repository, tag) => {
  checkReference(reference);
  expect(pullSource(reference)).toEqual({ repository, tag });
});

test.each([
  "",
  " ",
  "Upper",
  "UPPER/case",
  "a//b",
  "/a",
  "a/",
  "../a",
  "a..b",
  "a:b:c",
  "a:",
  "a@sha256:short",
  "-a",
  "a?b",
  `a:${"t".repeat(129)}`,
  "a".repeat(513),
])("%j is no reference", (text) => {
  expect(() => checkReference(text)).toThrow("invalid image reference");
  expect(() => pullSource(text)).toThrow("invalid image reference");
});

test("an image id names what is here and cannot be pulled", () => {
  checkReference(DIGEST);
  expect(() => pullSource(DIGEST)).toThrow("invalid image reference");
});
