import { HeaderDefinition } from "@toolhaven/contract/header";
import { expect, test } from "vitest";
import { checkHeaders, headerValues, type HeaderWishes } from "./remote-headers.ts";

const key = HeaderDefinition.parse({ name: "X-API-Key", required: true, secret: true });
const region = HeaderDefinition.parse({ name: "X-Region", default: "eu", choices: ["eu", "us"] });
const wishes = (changes: Partial<HeaderWishes>): HeaderWishes => ({
  headers: [],
  env_vars: {},
  secrets: [],
  ...changes,
});

test("a secret comes before a variable, a variable before the default", () => {
  const headers = [key, region];
  expect(headerValues({ headers, env_vars: {} }, {})).toEqual({ "X-Region": "eu" });
  expect(
    headerValues({ headers, env_vars: { X_REGION: "us", "X-API-Key": "plain" } }, { X_API_KEY: "hidden" }),
  ).toEqual({
    "X-API-Key": "hidden",
    "X-Region": "us",
  });
});

test("what is given for all that is required is accepted", () => {
  expect(() => checkHeaders(wishes({ headers: [key], secrets: [{ name: "k", target: "x_api_key" }] }))).not.toThrow();
  expect(() => checkHeaders(wishes({ headers: [key], env_vars: { X_API_KEY: "k" } }))).not.toThrow();
});

test.each([
  ["a required header without a value", { headers: [key] }, `header "X-API-Key" is required`],
  ["a value that is no choice", { headers: [region], env_vars: { X_REGION: "moon" } }, `takes one of "eu", "us"`],
  ["a variable that no header takes", { headers: [region], env_vars: { OTHER: "1" } }, `"env_vars" gives "OTHER"`],
  ["a secret that no header takes", { secrets: [{ name: "k", target: "TOKEN" }] }, `"secrets" gives "TOKEN"`],
  ["a header named twice", { headers: [region, { ...region, name: "x-region" }] }, "twice"],
  ["a value with a line break", { headers: [region], env_vars: { X_REGION: "a\nb" } }, "control character"],
])("%s is refused", (_, changes, text) => {
  expect(() => checkHeaders(wishes(changes))).toThrow(text);
});
