import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SiteServer } from "./serve/serve.ts";
import { openBuiltSite } from "./testing/built-site.ts";
import { openBrowser, openVisit, PHONE, wake } from "./testing/browser.ts";

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

describe("colour mode", () => {
  test("WS-04 goes from the system's through light and dark, is kept, and system forgets it", async () => {
    await using visit = await openVisit(browser, { colorScheme: "light" });
    const { page } = visit;
    await page.goto(at("/toolhaven/faq"));
    const button = page.getByRole("button", { name: /^Switch between dark and light mode/ });
    const state = () =>
      page.evaluate(() => [
        document.documentElement.dataset["theme"],
        document.documentElement.dataset["themeChoice"],
        localStorage.getItem("theme"),
      ]);

    expect(await state()).toEqual(["light", "system", null]);
    expect(await button.getAttribute("aria-label")).toContain("(currently system mode)");
    await button.click();
    expect(await state()).toEqual(["light", "light", "light"]);
    await button.click();
    expect(await state()).toEqual(["dark", "dark", "dark"]);
    await page.reload();
    expect(await state()).toEqual(["dark", "dark", "dark"]);
    await button.click();
    expect(await state()).toEqual(["light", "system", null]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForSelector("html[data-theme=dark]", { state: "attached" });
  });

  test("WS-04 an address may ask for a mode, and the choice survives the client script", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/toolhaven/faq?docusaurus-theme=light&docusaurus-data-embed=yes"));
    await wake(page);

    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    expect(await page.locator("html").getAttribute("data-embed")).toBe("yes");
  });
});

describe("navigation", () => {
  test("WS-05 the first tap on a menu, a branch of the sidebar and the contents is answered without the client script", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.route(/\/assets\/js\//, () => undefined);
    await page.goto(at("/toolhaven/guides-cli/install"));

    const docs = page.getByRole("button", { name: "Docs" });
    await docs.press("Enter");
    expect(await docs.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("link", { name: "Kubernetes Operator guides" }).first().waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    expect(await docs.getAttribute("aria-expanded")).toBe("false");

    await page.getByRole("button", { name: "Expand sidebar category 'Concepts'" }).click();
    await page.getByRole("link", { name: "MCP primer" }).waitFor({ state: "visible" });
    expect(await page.locator("html").getAttribute("data-has-hydrated")).toBe("false");
  });

  test("WS-05 a branch that a reader opened stays open over navigation, and the branch of the new page opens", async () => {
    await using visit = await openVisit(browser);
    const { page, complaints } = visit;
    await page.goto(at("/toolhaven/faq"));
    await page.getByRole("button", { name: "Expand sidebar category 'Tutorials'" }).click();
    await wake(page);
    await page.getByRole("button", { name: "Expand sidebar category 'Concepts'" }).click();
    await page.locator(".tree").getByRole("link", { name: "MCP primer" }).click();
    await page.waitForURL(/mcp-primer$/);

    await page.locator(".tree [aria-current=page]", { hasText: "MCP primer" }).waitFor();
    expect(await page.getByRole("button", { name: "Collapse sidebar category 'Tutorials'" }).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Collapse sidebar category 'Concepts'" }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("WS-06 a link pressed after the script is there changes the page without loading it, and scrolls to the top", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/toolhaven/guides-cli/install"));
    await wake(page);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.evaluate(() => scrollTo(0, 200));
    await page.locator(".pager a[rel=next]").click();
    await page.waitForURL(/guides-cli\/registry$/);

    expect(await page.evaluate(() => (globalThis as { isSamePage?: boolean }).isSamePage)).toBe(true);
    await page.waitForFunction(() => scrollY === 0);
    expect(await page.title()).toContain("registry");
  });

  test("WS-06 links are real links: with no script at all they lead on", async () => {
    await using visit = await openVisit(browser, { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(at("/"));
    await page.getByRole("link", { name: "Get started" }).first().click();
    await page.waitForURL(/tutorials\/quickstart-cli$/);
    await page.locator(".tree").getByRole("link", { name: "FAQ" }).click();
    await page.waitForURL(/faq$/);
  });

  test("WS-07 the first element that takes the focus leads to the content", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/toolhaven/faq"));
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to main content");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#content");
  });

  test("WS-08 links ask for the next pages once each when seen, and not on a slow or metered connection", async () => {
    const prefetched = async (effectiveType: string, saveData: boolean): Promise<string[]> => {
      await using visit = await openVisit(browser);
      const { page } = visit;
      await page.addInitScript(
        (connection) => {
          Object.defineProperty(navigator, "connection", { value: connection });
        },
        { effectiveType, saveData },
      );
      await page.goto(at("/toolhaven/quickstart"));
      await wake(page);
      if (effectiveType === "4g" && !saveData) await page.waitForSelector("link[rel=prefetch]", { state: "attached" });
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      return await page
        .locator("link[rel=prefetch]")
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    };

    const usual = await prefetched("4g", false);
    expect(new Set(usual).size).toBe(usual.length);
    expect(await prefetched("2g", false)).toEqual([]);
    expect(await prefetched("4g", true)).toEqual([]);
  });
});

describe("phone", () => {
  test("WS-09 the menu opens on the pages, leads back to the main menu, locks scrolling and closes on a tap outside", async () => {
    await using visit = await openVisit(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = visit;
    await page.goto(at("/toolhaven/guides-cli/install"));
    const menu = page.getByRole("button", { name: "Toggle navigation bar" });

    await menu.tap();
    await page.locator("#menu-pages").waitFor({ state: "visible" });
    expect(await menu.getAttribute("aria-expanded")).toBe("true");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
    await page.getByRole("button", { name: "← Back to main menu" }).tap();
    await page.locator("#menu").waitFor({ state: "visible" });
    await page.locator("#menu-pages").waitFor({ state: "hidden" });
    await page.touchscreen.tap(380, 600);
    await page.locator("#menu").waitFor({ state: "hidden" });
  });

  test("WS-09 the menu closes on navigation and when there is room for the sidebar", async () => {
    await using visit = await openVisit(browser, { viewport: PHONE });
    const { page } = visit;
    await page.goto(at("/"));
    await page.getByRole("button", { name: "Toggle navigation bar" }).click();
    await page.locator("#menu").getByRole("link", { name: "CLI guides", exact: true }).click();
    await page.waitForURL(/guides-cli\/$/);
    await page.locator("#menu").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Toggle navigation bar" }).click();
    await page.locator("#menu-pages:popover-open").waitFor();
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.waitForFunction(() => document.querySelector(":popover-open") === null);
    expect(await page.locator(".tree").isVisible()).toBe(true);
  });

  test("WS-09 no page scrolls sideways at 320 pixels", async () => {
    await using visit = await openVisit(browser, { viewport: { width: 320, height: 640 } });
    const { page } = visit;
    for (const path of ["/", "/toolhaven/", "/theme-preview", "/toolhaven/reference/cli/thv_run", "/search"]) {
      await page.goto(at(path));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ path, excess }).toEqual({ path, excess: 0 });
    }
  });
});
