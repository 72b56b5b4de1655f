import { expect, test } from "vitest";
import { createHostedBackend, hostsOf, type HostedBackendDeps } from "./backend.ts";
import { pagesFrom, partsFrom, sitePathOf } from "./hits.ts";

const settings = { appId: "APP123", apiKey: "public", indexName: "docs" };
const tags = ["default", "docs-default-current"];
const signal = new AbortController().signal;

interface Asked {
  readonly url: string;
  readonly options: RequestInit;
}

function setup(answer: (asked: Asked) => { status: number; body?: unknown } | Error) {
  const asked: Asked[] = [];
  const fetch: HostedBackendDeps["fetch"] = async (url, options) => {
    asked.push({ url, options });
    const reply = answer({ url, options });
    if (reply instanceof Error) throw reply;
    return { ok: reply.status === 200, status: reply.status, json: async () => reply.body };
  };
  return { asked, backend: createHostedBackend({ settings, fetch, locale: "en", tags, baseUrl: "/" }) };
}

const hit = (url: string, hierarchy: Record<string, string>, rest: object = {}) => ({
  url,
  hierarchy,
  type: "lvl1",
  ...rest,
});

test("SR-05 a query is sent in the shape of the service, limited to the language and the documentation", async () => {
  const { asked, backend } = setup(() => ({ status: 200, body: { results: [{ hits: [], nbHits: 0 }] } }));
  await backend.search("run", { signal, from: 30, max: 15 });
  const [{ url, options }] = asked as [Asked];
  expect(url).toBe("https://app123-dsn.algolia.net/1/indexes/*/queries");
  expect(options).toMatchObject({
    method: "POST",
    headers: { "x-algolia-application-id": "APP123", "x-algolia-api-key": "public" },
  });
  expect(JSON.parse(options.body as string)).toEqual({
    requests: [
      {
        query: "run",
        indexName: "docs",
        attributesToRetrieve: [0, 1, 2, 3, 4, 5, 6]
          .map((level) => `hierarchy.lvl${level}`)
          .concat("content", "type", "url"),
        attributesToSnippet: [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:15`).concat("content:15"),
        snippetEllipsisText: "…",
        highlightPreTag: "<mark>",
        highlightPostTag: "</mark>",
        hitsPerPage: 15,
        page: 2,
        clickAnalytics: false,
        facetFilters: ["language:en", ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"]],
      },
    ],
  });
});

test("SR-05 a host that does not answer is followed by the next, a refusal is final", async () => {
  const body = { results: [{ hits: [], nbHits: 0 }] };
  const flaky = setup(({ url }) =>
    url.includes("-dsn") ? new TypeError("offline") : url.includes("-1.") ? { status: 503 } : { status: 200, body },
  );
  await flaky.backend.search("run", { signal, from: 0, max: 20 });
  expect(flaky.asked.map(({ url }) => new URL(url).origin)).toEqual(hostsOf(settings).slice(0, 3));
  const refused = setup(() => ({ status: 403 }));
  await expect(refused.backend.search("run", { signal, from: 0, max: 20 })).rejects.toThrow(
    "search service answered 403",
  );
  expect(refused.asked).toHaveLength(1);
});

test("SR-07 no host answering is a failure", async () => {
  const { backend, asked } = setup(() => new TypeError("offline"));
  await expect(backend.search("run", { signal, from: 0, max: 20 })).rejects.toThrow("offline");
  expect(asked).toHaveLength(4);
});

test("SR-06 a query that is given up asks no further host", async () => {
  const abandon = new AbortController();
  const { backend, asked } = setup(() => {
    abandon.abort(new Error("overtaken"));
    return new TypeError("aborted");
  });
  await expect(backend.search("run", { signal: abandon.signal, from: 0, max: 20 })).rejects.toThrow("overtaken");
  expect(asked).toHaveLength(1);
});

test("SR-05 records of one page are one result with its sections", () => {
  const pages = pagesFrom(
    [
      hit("https://x.test/a#one", { lvl0: "Guides", lvl1: "A", lvl2: "One" }, { type: "lvl2" }),
      hit("https://x.test/a", { lvl0: "Guides", lvl1: "A" }, { content: "Lead &amp; more", type: "content" }),
      hit("https://x.test/b", { lvl1: "B" }),
    ],
    (url) => sitePathOf(url, { baseUrl: "/" }),
  );
  expect(pages).toMatchObject([
    {
      url: "/a",
      title: "A",
      crumbs: ["Guides"],
      snippet: [{ text: "Lead & more", isMatch: false }],
      sections: [{ url: "/a#one", isContent: false }],
    },
    { url: "/b", title: "B", crumbs: [], sections: [] },
  ]);
});

test.each([
  ["https://docs.test/toolhaven/faq#x", "/", undefined, "/toolhaven/faq#x"],
  ["https://docs.test/toolhaven/faq", "/base/", undefined, "/base/toolhaven/faq"],
  ["https://docs.test/base/faq", "/base/", undefined, "/base/faq"],
  ["https://blog.test/post", "/", "blog\\.test", "https://blog.test/post"],
])("SR-05 the result %s below %s with outside pattern %s leads to %s", (url, baseUrl, externalUrlRegex, path) => {
  expect(sitePathOf(url, { baseUrl, ...(externalUrlRegex ? { externalUrlRegex } : {}) })).toBe(path);
});

test("SR-17 marks of the service become parts, anything else in them stays text", () => {
  expect(partsFrom("a <mark>b</mark> &lt;img onerror=x&gt; <i>c</i>")).toEqual([
    { text: "a ", isMatch: false },
    { text: "b", isMatch: true },
    { text: " <img onerror=x> <i>c</i>", isMatch: false },
  ]);
});
