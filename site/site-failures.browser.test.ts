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

describe("when things go wrong", () => {
  test("WS-11 a page whose script cannot be loaded is loaded as a whole", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/toolhaven/faq"));
    await wake(page);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.route(/\/assets\/js\//, (route) => route.abort());
    await page.locator(".foot").getByRole("link", { name: "Registry schema" }).click();
    await page.waitForURL(/registry-schema$/);
    await page.waitForFunction(() => !("isSamePage" in globalThis));
    await page.locator("h1").waitFor();
  });

  test("WS-11 a navigation that takes its time shows a bar, which goes away", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } }));
    await page.goto(at("/toolhaven/faq"));
    await wake(page);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/js\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.locator(".foot").getByRole("link", { name: "Registry schema" }).click();
    await page.getByRole("progressbar").waitFor();
    expect(await page.locator("h1").textContent()).not.toContain("Registry schema");
    release();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/toolhaven/reference/registry-schema");
  });

  test("WS-12 without storage choices work until the page is left, with one warning", async () => {
    await using visit = await openVisit(browser, { colorScheme: "light" });
    const { page, complaints } = visit;
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await page.goto(at("/toolhaven/faq"));
    const button = page.getByRole("button", { name: /^Switch between dark and light mode/ });
    await button.click();
    await button.click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(complaints.filter((text) => text.startsWith("error") || text.startsWith("uncaught"))).toEqual([]);
    expect(complaints.some((text) => text.includes("storage is not available"))).toBe(true);
  });

  test("WS-12 on the home page a missing style sheet or script suggests another base URL", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.route(/\.css$/, (route) => route.abort());
    await page.goto(at("/"));
    await page.getByText("Suggested base URL: /").waitFor();

    await using other = await openVisit(browser);
    await other.page.route(/\/assets\/js\//, (route) => route.abort());
    await other.page.goto(at("/"));
    expect(await other.page.locator("#base-url-banner").count()).toBe(0);
    await other.page.mouse.move(10, 10);
    await other.page.getByText("Configured base URL: /").waitFor();
  });

  test("WS-12 a page that throws shows the reason and can be tried again", async () => {
    await using visit = await openVisit(browser);
    const { page } = visit;
    await page.goto(at("/toolhaven/quickstart"));
    await wake(page);
    // Breaks what one component of the next page does while it is drawn.
    await page.evaluate(() => {
      const original = String.prototype.replace;
      const broken = function replace(this: string, ...args: Parameters<typeof original>): string {
        if ((args[0] as unknown) instanceof RegExp && (args[0] as unknown as RegExp).source === "\\/$")
          throw new Error("broken for a test");
        return original.apply(this, args);
      };
      Object.assign(String.prototype, { replace: broken });
      Object.assign(globalThis, { mend: () => Object.assign(String.prototype, { replace: original }) });
    });
    await page.locator(".tree").getByRole("link", { name: "Command line" }).click();
    await page.getByRole("heading", { name: "This page crashed." }).waitFor();
    await page.getByText("broken for a test").waitFor();
    await page.evaluate(() => (globalThis as unknown as { mend(): void }).mend());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".crumbs").waitFor();
  });
});
