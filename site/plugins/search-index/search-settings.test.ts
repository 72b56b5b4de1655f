import { expect, test } from "vitest";
import { originsOf, searchSettingsFrom } from "./search-settings.ts";

test("nothing set means the site's own index and its own words", () => {
  expect(searchSettingsFrom({}, "https://issues.test/{query}")).toEqual({
    searchPagePath: "search",
    reportUrl: "https://issues.test/{query}",
  });
});

test("SR-05 a hosted service needs its three names", () => {
  const env = {
    SITE_SEARCH_APP_ID: "a",
    SITE_SEARCH_KEY: "k",
    SITE_SEARCH_INDEX: "i",
    SITE_SEARCH_EXTERNAL_URLS: "blog",
  };
  expect(searchSettingsFrom(env).hosted).toEqual({ appId: "a", apiKey: "k", indexName: "i", externalUrlRegex: "blog" });
  expect(() => searchSettingsFrom({ SITE_SEARCH_APP_ID: "a" })).toThrow("together");
});

test("SR-14 an endpoint needs a model", () => {
  expect(searchSettingsFrom({ SITE_ASK_URL: "http://m.test", SITE_ASK_MODEL: "small" }).ask).toEqual({
    kind: "endpoint",
    url: "http://m.test",
    model: "small",
  });
  expect(() => searchSettingsFrom({ SITE_ASK_URL: "http://m.test" })).toThrow('set "SITE_ASK_MODEL"');
  expect(() => searchSettingsFrom({ SITE_ASK_URL: "u", SITE_ASK_ASSISTANT: "a" })).toThrow("not both");
});

test("SR-15 the hosted assistant shares the names of the hosted search", () => {
  const env = { SITE_SEARCH_APP_ID: "a", SITE_SEARCH_KEY: "k", SITE_SEARCH_INDEX: "i", SITE_ASK_ASSISTANT: "as" };
  expect(searchSettingsFrom(env).ask).toEqual({
    kind: "hosted",
    assistantId: "as",
    appId: "a",
    apiKey: "k",
    indexName: "i",
  });
  expect(() => searchSettingsFrom({ SITE_ASK_ASSISTANT: "as" })).toThrow("needs the hosted search");
});

test("a policy has to allow exactly the hosts that are asked", () => {
  expect(originsOf(searchSettingsFrom({}))).toEqual([]);
  const env = {
    SITE_SEARCH_APP_ID: "A",
    SITE_SEARCH_KEY: "k",
    SITE_SEARCH_INDEX: "i",
    SITE_ASK_URL: "http://m.test:1/v1",
    SITE_ASK_MODEL: "s",
  };
  expect(originsOf(searchSettingsFrom(env))).toEqual([
    "https://a-dsn.algolia.net",
    "https://a-1.algolianet.com",
    "https://a-2.algolianet.com",
    "https://a-3.algolianet.com",
    "http://m.test:1",
  ]);
});
