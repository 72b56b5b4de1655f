import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SiteServer } from "./serve/serve.ts";
import { openBuiltSite } from "./testing/built-site.ts";
import { DESKTOP, openBrowser, openVisit, PHONE } from "./testing/browser.ts";

interface Axe {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** One page of each kind. */
const PATHS = [
  "/",
  "/search",
  "/theme-preview",
  "/toolhaven/",
  "/toolhaven/quickstart",
  "/toolhaven/faq",
  "/toolhaven/guides-cli/run-mcp-servers",
  "/toolhaven/guides-mcp/fetch",
  "/toolhaven/reference/cli/thv_run",
  "/toolhaven/reference/api",
  "/toolhaven/reference/crd-spec",
  "/toolhaven/reference/registry-schema",
  "/no-such-page",
];

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

describe.each(["dark", "light"] as const)("accessibility, %s", (colorScheme) => {
  test.each(PATHS)("WS-15 %s has no findings", async (path) => {
    await using visit = await openVisit(browser, { colorScheme, bypassCSP: true });
    expect(await findingsOf(visit.page, path)).toEqual([]);
  });

  test("WS-15 the menu on a phone has no findings", async () => {
    await using visit = await openVisit(browser, { colorScheme, viewport: PHONE, bypassCSP: true });
    const { page } = visit;
    await page.goto(new URL("/toolhaven/faq", site.url).href);
    await page.getByRole("button", { name: "Toggle navigation bar" }).click();
    expect(await findingsOf(page)).toEqual([]);
  });

  test("WS-15 everything can be reached at twice the size", async () => {
    await using visit = await openVisit(browser, {
      colorScheme,
      viewport: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
      bypassCSP: true,
    });
    expect(await findingsOf(visit.page, "/toolhaven/guides-cli/install")).toEqual([]);
  });
});

async function findingsOf(page: Page, path?: string): Promise<string[]> {
  if (path !== undefined) await page.goto(new URL(path, site.url).href);
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(async (values) => {
    const tool = (globalThis as unknown as { axe: Axe }).axe;
    return tool.run({ runOnly: { type: "tag", values } });
  }, RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}
