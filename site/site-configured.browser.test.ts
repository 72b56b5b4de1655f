import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveSite, type SiteServer } from "./serve/serve.ts";
import { openBrowser, openVisit, wake } from "./testing/browser.ts";
import { buildConfiguredSite, type ConfiguredSite } from "./testing/configured-site.ts";

let built: ConfiguredSite;
let site: SiteServer;
let browser: Browser;
const at = (path: string): string => new URL(path, site.url).href;

beforeAll(async () => {
  built = await buildConfiguredSite();
  if (built.exitCode !== 0) throw new Error(built.output);
  site = await serveSite({ folder: built.folder, host: "127.0.0.1", port: 0 });
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
  await built?.[Symbol.asyncDispose]();
});

/** Addresses that a dropdown of the bar leads to, by label. */
async function choices(page: Page, name: string): Promise<Record<string, string | null>> {
  const dropdown = page.locator("header .dropdown", { has: page.getByRole("button", { name, exact: true }) });
  const links = await dropdown.locator("a").all();
  const entries = links.map(async (link) => [await link.textContent(), await link.getAttribute("href")] as const);
  return Object.fromEntries(await Promise.all(entries));
}

describe("languages", () => {
  test("WS-19 the dropdown leads to the same page in each language, with query and hash, and marks the one shown", async () => {
    await using visit = await openVisit(browser);
    const { page, complaints } = visit;
    await page.goto(at("/docs/long"));
    expect(await choices(page, "English")).toEqual({ English: "/docs/long", Français: "/fr/docs/long" });

    await page.goto(at("/docs/long?from=here#end"));
    await wake(page);
    await page.locator('header a[href="/fr/docs/long?from=here#end"]').waitFor({ state: "attached" });
    await page.getByRole("button", { name: "English" }).hover();
    const french = page.locator("header").getByRole("link", { name: "Français" });
    expect(await french.getAttribute("lang")).toBe("fr");
    await french.click();
    await page.waitForURL(at("/fr/docs/long?from=here#end"));
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    expect(await page.locator("header .dropdown__link--active").allTextContents()).toEqual(["Français"]);
    expect(complaints).toEqual([]);
  });
});

describe("versions", () => {
  test("WS-19 the dropdown leads to the same page of each version with query and hash, else to the version's first page", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/docs/long"));
    expect(await choices(page, "1.0")).toEqual({ Next: "/docs/next/long", "1.0": "/docs/long" });
    await page.goto(at("/docs/long?tab=two#end"));
    await wake(page);
    await page.locator('header a[href="/docs/next/long?tab=two#end"]').waitFor({ state: "attached" });
    expect(await choices(page, "1.0")).toEqual({
      Next: "/docs/next/long?tab=two#end",
      "1.0": "/docs/long?tab=two#end",
    });

    await page.goto(at("/docs/next/only-next"));
    expect(await choices(page, "Next")).toEqual({ Next: "/docs/next/only-next", "1.0": "/docs/" });
  });

  test("WS-19 the version that was chosen is the one that pages of no version name", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/"));
    await wake(page);
    await page.locator("header").getByRole("button", { name: "1.0", exact: true }).waitFor();

    await page.goto(at("/docs/long"));
    await wake(page);
    await page.getByRole("button", { name: "1.0", exact: true }).hover();
    await page.locator("header").getByRole("link", { name: "Next" }).click();
    await page.waitForURL(at("/docs/next/long"));
    await page.goto(at("/"));
    await wake(page);
    await page.locator("header").getByRole("button", { name: "Next", exact: true }).waitFor();
  });

  test("WS-19 a version that is none fails the build, which names those there are", async () => {
    await using failed = await buildConfiguredSite("9.9");
    expect(failed.exitCode).toBe(1);
    expect(failed.output).toMatch(/'9\.9'.*\s*Available version names:\s*- current\s*- 1\.0/);
  }, 240_000);
});

describe("announcement", () => {
  test("WS-19 is closed for good, before and without the client script, and comes back with another id", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.route(/\/assets\/js\//, () => undefined);
    const bar = page.getByRole("region", { name: "Announcement" });
    await page.goto(at("/"));
    expect(await bar.locator("b").textContent()).toBe("en");
    await bar.getByRole("button", { name: "Close" }).click();
    await bar.waitFor({ state: "hidden" });
    await page.goto(at("/docs/long"));
    expect(await bar.isVisible()).toBe(false);

    await page.goto(at("/fr/docs/long"));
    expect(await bar.isVisible()).toBe(true);
    await page.goto(at("/docs/long"));
    expect(await bar.isVisible()).toBe(true);
  });
});

describe("navigation bar", () => {
  const shown = (page: Page) => page.waitForSelector(".bar:not([data-hidden])");
  const hidden = (page: Page) => page.waitForSelector(".bar[data-hidden]", { state: "attached" });

  test("WS-19 hides when scrolling down, shows when scrolling up, and is there near the top", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/docs/long"));
    await page.evaluate(() => scrollTo(0, 60));
    await page.waitForFunction(() => scrollY === 60);
    await shown(page);
    await page.evaluate(() => scrollTo(0, 900));
    await hidden(page);
    await page.waitForFunction(() => (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 1) <= 0);
    await page.evaluate(() => scrollTo(0, 700));
    await shown(page);
    await page.evaluate(() => scrollTo(0, 1200));
    await hidden(page);
    await page.evaluate(() => scrollTo(0, 20));
    await shown(page);
  });

  test.each(["before", "after"])(
    "WS-19 hides at a place within the page, also one above, %s the client script",
    async (when) => {
      await using visit = await openVisit(browser);
      const { page } = visit;
      if (when === "before") await page.route(/\/assets\/js\//, () => undefined);
      await page.goto(at("/docs/long"));
      if (when === "after") await wake(page);
      await page.getByRole("link", { name: "Down", exact: true }).click();
      await hidden(page);
      const low = await page.evaluate(() => scrollY);
      await page.getByRole("link", { name: "Up", exact: true }).click();
      await page.waitForFunction((from) => scrollY < from, low);
      // Whatever the jump set off has been answered by the frame after the next.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await hidden(page);
    },
  );
});

describe("footer", () => {
  test("WS-19 shows its columns with their titles and links", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/"));
    const columns = page.locator(".foot-columns > div");
    expect(await columns.locator(".foot-title").allTextContents()).toEqual(["First column", "Second column"]);
    expect(await columns.nth(0).getByRole("link").getAttribute("href")).toBe("/");
    expect(await columns.nth(1).getByRole("link").getAttribute("href")).toBe("https://elsewhere.example");
  });
});
