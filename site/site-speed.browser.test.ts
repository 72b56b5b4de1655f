import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SiteServer } from "./serve/serve.ts";
import { openBuiltSite } from "./testing/built-site.ts";
import { openBrowser, openVisit, PHONE } from "./testing/browser.ts";
import { measure } from "./testing/measure.ts";

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

describe("weight", () => {
  test.each([
    "/",
    "/search",
    "/theme-preview",
    "/toolhaven/",
    "/toolhaven/quickstart",
    "/toolhaven/guides-cli/run-mcp-servers",
    "/toolhaven/guides-mcp/fetch",
    "/toolhaven/reference/cli/thv_run",
    "/toolhaven/reference/api",
    "/toolhaven/reference/crd-spec",
  ])("WS-16 %s is light, and nothing in it moves", async (path) => {
    await using visit = await openVisit(browser, { viewport: PHONE });
    const { before, after, layoutShift } = await measure(visit.page, new URL(path, site.url).href);

    expect(before.totalKb).toBeLessThanOrEqual(110);
    expect(before.requests).toBeLessThanOrEqual(15);
    expect(before.scriptKb).toBeLessThanOrEqual(45);
    expect(before.styleKb).toBeLessThanOrEqual(17);
    expect(after.scriptKb).toBeLessThanOrEqual(150);
    expect(layoutShift).toBe(0);
  });
});
