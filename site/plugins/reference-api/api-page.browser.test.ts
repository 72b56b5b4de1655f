import { PRODUCT } from "@toolhaven/contract/product";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SiteServer } from "../../serve/serve.ts";
import { openBuiltSite } from "../../testing/built-site.ts";
import { openBrowser, openVisit, PHONE, wake } from "../../testing/browser.ts";
import { sizeProblems } from "./size.ts";

const PATH = `${PRODUCT.docsPath}reference/api`;
const DELETE = "tag/workloads/operation/deleteWorkload";

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

const at = (path: string): string => new URL(path, site.url).href;
/** Where the heading of a place stands in the window, in pixels from its top. */
const topOf = (page: Page, id: string): Promise<number> =>
  page.evaluate((name) => document.getElementById(name)!.getBoundingClientRect().top, id);

test("WR-05 the built page stays within its limits, asks nobody else and has nothing to complain of", async () => {
  const html = await (await fetch(at(PATH))).text();
  expect(sizeProblems(html)).toEqual([]);

  await using visit = await openVisit(browser);
  await visit.page.goto(at(PATH));
  await wake(visit.page);
  expect(await visit.page.locator("*").count()).toBeLessThanOrEqual(4_000);
  expect(visit.complaints).toEqual([]);
});

test("WR-05 without the client script it filters by words and paths, jumps by key, and shows what is read", async () => {
  await using visit = await openVisit(browser);
  const { page } = visit;
  await page.route("**/assets/js/**", (route) => route.abort());
  await page.goto(at(`${PATH}#tag/secrets/operation/deleteSecret`));
  const field = page.getByRole("searchbox", { name: "Filter calls and shapes" });
  const shown = page.locator(".api-nav li:visible");

  await page.locator(".api-nav [aria-current]", { hasText: "Delete a secret" }).waitFor();
  await field.fill("delete workloads/{name}");
  expect(await shown.allTextContents()).toEqual(["DELDelete a workload"]);
  expect(await page.locator(".api-nav [role=status]").textContent()).toBe("1 found");
  await field.press("Enter");
  await expect.poll(() => topOf(page, DELETE)).toBeLessThan(120);
  expect(new URL(page.url()).hash).toBe(`#${DELETE}`);

  await field.press("Escape");
  expect(await field.inputValue()).toBe("");
  expect(await shown.count()).toBeGreaterThan(30);
  await field.fill("no such call");
  expect(await page.locator(".api-nav [role=status]").textContent()).toBe("Nothing found");
});

test("WR-05 it works the same when it is reached from another page", async () => {
  await using visit = await openVisit(browser);
  const { page } = visit;
  await page.goto(at(`${PRODUCT.docsPath}reference/client-compatibility`));
  await wake(page);
  await page.getByRole("button", { name: "References" }).click();
  await page.locator(`a[href="${PATH}"]:visible`).first().click();
  await page.getByRole("searchbox", { name: "Filter calls and shapes" }).fill("SecretKeyList");
  await page.locator(".api-nav li:visible", { hasText: "SecretKeyList" }).getByRole("link").click();
  await expect.poll(() => topOf(page, "schema/SecretKeyList")).toBeLessThan(120);
  expect(visit.complaints).toEqual([]);
});

test("WR-05 on a phone the list of calls opens over the page and goes when one is chosen", async () => {
  await using visit = await openVisit(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = visit;
  await page.goto(at(PATH));
  const list = page.getByRole("navigation", { name: "Calls" });

  expect(await list.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Calls" }).tap();
  await list.getByRole("link", { name: "Delete a workload" }).tap();
  await list.waitFor({ state: "hidden" });
  await expect.poll(() => topOf(page, DELETE)).toBeLessThan(120);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
