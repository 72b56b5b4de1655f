import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADDRESSES } from "./build-steps/check-routes.ts";
import type { SiteServer } from "./serve/serve.ts";
import { openBuiltSite } from "./testing/built-site.ts";
import { openBrowser, openVisit, wake } from "./testing/browser.ts";
import { twinOf } from "./twin.ts";

let site: SiteServer;
let browser: Browser;

beforeAll(async () => {
  site = await openBuiltSite();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

describe("routes", () => {
  test.each(ADDRESSES)(
    "WS-01 %s answers with its page, and nothing complains before or after the script",
    async (address) => {
      await using visit = await openVisit(browser);
      const { page, complaints } = visit;

      const answer = await page.goto(new URL(address, site.url).href);

      expect(answer?.status()).toBe(200);
      expect(await page.title()).toMatch(address === "/" ? /^ToolHaven$/ : /.+ \| ToolHaven$/);
      expect(await page.locator("h1").count()).toBe(1);
      await wake(page);
      expect(await page.locator("h1").count()).toBe(1);
      expect(complaints).toEqual([]);
    },
  );

  test.each(ADDRESSES.filter((address) => !["/search", "/theme-preview"].includes(address)))(
    "WS-13 %s is Markdown at its address with .md, and when Markdown is asked for",
    async (address) => {
      const twin = await fetch(new URL(twinOf(address), site.url));
      const negotiated = await fetch(new URL(address, site.url), { headers: { accept: "text/markdown" } });

      expect(twin.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      const text = await twin.text();
      expect(text).toMatch(/^# /m);
      expect(text).not.toMatch(/<!-- -->|class=/);
      expect(await negotiated.text()).toBe(text);
    },
  );

  test("WS-02 an unknown address answers 404 with search and the pages most like it", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;

    const answer = await page.goto(new URL("/toolhaven/guides-cli/instal", site.url).href);

    expect(answer?.status()).toBe(404);
    expect(await page.title()).toBe("Page Not Found | ToolHaven");
    await page.getByRole("heading", { name: "Did you mean" }).waitFor();
    expect(await page.locator("#likely a").first().getAttribute("href")).toMatch(/^\/toolhaven\/guides-\w+\/install$/);
    await page.getByRole("button", { name: "Search the documentation" }).click();
    await page.getByRole("dialog").waitFor();
  });

  test.each([
    ["/toolhaven/faq.html?x=1", "/toolhaven/faq?x=1"],
    ["/toolhaven/faq/index.html", "/toolhaven/faq"],
  ])("WS-03 %s leads to the clean address", async (address, clean) => {
    const answer = await fetch(new URL(address, site.url), { redirect: "manual" });

    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toBe(clean);
  });
});
