import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SiteServer } from "./serve/serve.ts";
import { openBuiltSite } from "./testing/built-site.ts";
import { openBrowser, openVisit, wake } from "./testing/browser.ts";

let site: SiteServer;
let browser: Browser;
const at = (path: string): string => new URL(path, site.url).href;

beforeAll(async () => {
  site = await openBuiltSite();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

describe("content", () => {
  test("WS-10 code is highlighted in the page itself and copied without line numbers or marks", async () => {
    await using visit = await openVisit(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = visit;
    await page.goto(at("/theme-preview"));
    const block = page.locator(".code", { hasText: "profile.json" });

    expect(await block.locator(".p").count()).toBeGreaterThan(3);
    expect(await block.locator(".marked").count()).toBe(3);
    await block.hover();
    await block.getByRole("button", { name: "Copy code to clipboard" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toHaveProperty("name", "narrow");
  });

  test("WS-10 a long line is wrapped on demand", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/theme-preview"));
    const block = page.locator(".code", { hasText: "one long line" });
    const isScrolled = () => block.locator("pre").evaluate((pre) => pre.scrollWidth > pre.clientWidth);

    expect(await isScrolled()).toBe(true);
    await block.hover();
    await block.getByRole("button", { name: "Toggle word wrap" }).click();
    expect(await isScrolled()).toBe(false);
  });

  test("WS-10 a tab is chosen by tap and by key, remembered, and named in the address", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/theme-preview?keep=1"));
    const linux = page.getByRole("tab", { name: "Linux" });

    await page.getByRole("tab", { name: "Windows" }).click();
    await page.keyboard.press("ArrowRight");
    expect(await linux.getAttribute("aria-selected")).toBe("true");
    await page.getByText("Choose a file for your architecture.").waitFor({ state: "visible" });
    expect(new URL(page.url()).search).toBe("?keep=1&os=linux");
    await page.goto(at("/theme-preview"));
    expect(await linux.getAttribute("aria-selected")).toBe("true");
    await wake(page);
    expect(await linux.getAttribute("aria-selected")).toBe("true");
    await page.goto(at("/theme-preview?os=windows"));
    expect(await page.getByRole("tab", { name: "Windows" }).getAttribute("aria-selected")).toBe("true");
  });

  test.each([
    { reducedMotion: "no-preference", from: 100, to: 500 },
    { reducedMotion: "reduce", from: 1, to: 1 },
  ] as const)(
    "WS-10 details open with a movement of their height, and at once for those who want none: $reducedMotion",
    async ({ reducedMotion, from, to }) => {
      await using visit = await openVisit(browser, { reducedMotion });
      const { page } = visit;
      await page.goto(at("/theme-preview"));
      const summary = page.getByText("The server does not start");
      const duration = await summary.evaluate((element) => {
        (element as HTMLElement).click();
        const body = element.parentElement?.querySelector(".details-body");
        return Number(body?.getAnimations()[0]?.effect?.getTiming().duration);
      });
      expect(duration).toBeGreaterThanOrEqual(from);
      expect(duration).toBeLessThanOrEqual(to);
      await page.getByText("Look at its log with").waitFor({ state: "visible" });
    },
  );

  test("WS-10 diagrams are drawn in the page, have a text, and need no script", async () => {
    await using visit = await openVisit(browser, { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(at("/theme-preview"));
    const diagram = page.getByRole("img", { name: /A client calls the proxy over HTTP/ });
    expect((await diagram.locator("svg").boundingBox())?.height).toBeGreaterThan(40);
    expect(await diagram.innerHTML()).not.toMatch(/<style|@import|https?:/);
  });

  test("WS-13 a page is copied as Markdown", async () => {
    await using visit = await openVisit(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = visit;
    await page.goto(at("/toolhaven/quickstart"));
    await page.getByRole("button", { name: "Copy page as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("# Get started");
  });

  test("WS-14 a printed page has the text and nothing around it", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/theme-preview"));
    await page.emulateMedia({ media: "print" });
    for (const part of [".bar", ".foot", ".code-actions >> nth=0"])
      expect(await page.locator(part).isVisible()).toBe(false);
    await page.getByText("Choose a file for your architecture.").waitFor({ state: "visible" });
  });
});
