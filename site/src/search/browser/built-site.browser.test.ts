import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SiteServer } from "../../../serve/serve.ts";
import { openBuiltSite } from "../../../testing/built-site.ts";
import { openBrowser, openVisit, PHONE, wake } from "../../../testing/browser.ts";
import { openEngine } from "../engine/engine.ts";
import type { IndexFile } from "../engine/index-file.ts";
import { QUERIES } from "../relevance/queries.ts";
import { relevanceOf } from "../relevance/relevance.ts";

let site: SiteServer;
let browser: Browser;
let index: IndexFile;

beforeAll(async () => {
  site = await openBuiltSite();
  browser = await openBrowser();
  index = (await (await fetch(`${site.url}search-index/index.json`)).json()) as IndexFile;
});

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

test("SR-18 all that a first query loads is at most 130 kB, compressed", async () => {
  await using visit = await openVisit(browser);
  await visit.page.goto(site.url);
  await wake(visit.page);
  const loaded = new Map<string, number>();
  const reading: Promise<unknown>[] = [];
  visit.page.context().on("response", (response) => {
    // Pages behind links in sight are fetched ahead, with or without a search.
    const isAhead = response.request().resourceType() === "other";
    if (!isAhead && /\.(?:js|json|css)$/.test(new URL(response.url()).pathname)) {
      reading.push(response.body().then((body) => loaded.set(response.url(), gzipSync(body).length)));
    }
  });
  await visit.page.getByRole("button", { name: "Search" }).first().click();
  await visit.page.getByRole("combobox").fill("secrets");
  await visit.page.locator(".sd-snippet mark").first().waitFor();
  await Promise.all(reading);
  const total = [...loaded.values()].reduce((sum, size) => sum + size, 0);
  expect([...loaded.keys()].some((url) => url.endsWith("/search-index/index.json"))).toBe(true);
  expect({ total, loaded: [...loaded] }).toSatisfy(() => total <= 130_000);
});

test("SR-01 over the built pages the wanted page comes first", () => {
  // A page that is not written yet cannot be found by what it will say.
  const written = new Set(index.headings.flatMap((list, page) => (list.length > 0 ? [index.pages[page]![0]] : [])));
  const urlOf = (page: string): string => `/toolhaven/${page.replace(/(^|\/)index$/, "$1")}`;
  const queries = QUERIES.filter(({ wanted }) => wanted.every((page) => written.has(urlOf(page))));
  const { mrr, misses } = relevanceOf(openEngine(index), queries, ({ search }, query) =>
    search(query).map(({ url }) => url),
  );
  expect({ mrr, misses }).toSatisfy(() => queries.length === 0 || mrr >= 0.95);
});

test("SR-21 every result leads to an element of a page", async () => {
  const engine = openEngine(index);
  const targets = new Map<string, Set<string>>();
  for (const { query } of QUERIES) {
    for (const { url, sections } of engine.search(query).slice(0, 3)) {
      const anchors = targets.get(url) ?? new Set();
      for (const { anchor } of sections) if (anchor !== "") anchors.add(anchor);
      targets.set(url, anchors);
    }
  }
  const missing: string[] = [];
  for (const [url, anchors] of targets) {
    const response = await fetch(new URL(url, site.url));
    const html = await response.text();
    if (!response.ok) missing.push(url);
    for (const anchor of anchors) if (!html.includes(`id="${anchor}"`)) missing.push(`${url}#${anchor}`);
  }
  expect(missing).toEqual([]);
});

test("SR-20 letters typed before any script of the site has run are searched", async () => {
  await using visit = await openVisit(browser);
  const { page } = visit;
  await page.goto(new URL("/toolhaven/faq", site.url).href);
  await page.locator(".search-button").focus();
  await page.keyboard.type("secrets", { delay: 5 });
  await page.locator(".sd .sd-title mark").first().waitFor();
  expect(await page.getByRole("combobox").inputValue()).toBe("secrets");
  expect(visit.complaints).toEqual([]);
});

test("SR-10 a result opens without loading the page anew, at its heading", async () => {
  await using visit = await openVisit(browser);
  const { page } = visit;
  await page.goto(new URL("/toolhaven/faq", site.url).href);
  await wake(page);
  await page.evaluate("window.isSame = true");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("thv run --group");
  await page.locator(".sd-nested").first().click();
  await page.waitForURL("**/toolhaven/reference/cli/thv_run#--group");
  expect(await page.evaluate("window.isSame")).toBe(true);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});

test("SR-12 the results page answers when it is opened directly, without waiting for the reader", async () => {
  await using visit = await openVisit(browser, { viewport: PHONE });
  await visit.page.goto(new URL("/search?q=secrets", site.url).href);
  await visit.page.locator(".sp-results > li").first().waitFor();
  expect(await visit.page.title()).toContain('Search results for "secrets"');
  expect(visit.complaints).toEqual([]);
});

test("SR-09 Ctrl+K closes the dialog that it opened", async () => {
  await using visit = await openVisit(browser);
  const { page } = visit;
  await page.goto(site.url);
  await wake(page);
  await page.keyboard.press("Control+k");
  await page.locator("dialog.sd").waitFor();
  await page.keyboard.press("Control+k");
  await page.locator("dialog.sd").waitFor({ state: "detached" });
});
