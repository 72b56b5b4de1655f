import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type OpenOptions, type Stage } from "./stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage[Symbol.asyncDispose]());

async function openDialog(options: OpenOptions = {}): Promise<Page> {
  const page = await stage.open(options);
  await page.click(".search-button");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  return page;
}

const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
const options = (page: Page) => page.getByRole("option");
const active = (page: Page) => page.getByRole("option", { selected: true });

async function search(page: Page, query: string): Promise<void> {
  await field(page).fill(query);
  await options(page).nth(1).waitFor();
}

const HISTORY = {
  recent: [{ url: "/toolhaven/faq", title: "Questions" }],
  favorites: [{ url: "/toolhaven/", title: "Introduction" }],
  conversations: [{ question: "How do I stop it?", answer: "With **thv stop**.", sources: [] }],
};
const withHistory = {
  before: `localStorage.getItem("toolhaven.search") ?? localStorage.setItem("toolhaven.search", ${JSON.stringify(JSON.stringify(HISTORY))});`,
};

test("SR-09 the dialog opens with its field focused, locks the page, and gives the focus back when it closes", async () => {
  const page = await openDialog();
  await expect.poll(() => field(page).evaluate((node) => node === document.activeElement)).toBe(true);
  await expect
    .poll(() => page.evaluate(() => [getComputedStyle(document.documentElement).overflow, document.body.className]))
    .toEqual(["hidden", "search-open"]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => [document.activeElement?.className, document.body.className]))
    .toEqual(["search-button", ""]);
});

test("SR-09 opening the dialog moves nothing on the page", async () => {
  const page = await stage.open();
  const place = () => page.locator("#address").boundingBox();
  const before = await place();
  await page.click(".search-button");
  await page.getByRole("dialog").waitFor();
  expect(await place()).toEqual(before);
});

test("SR-09 the close button and a click beside the dialog close it", async () => {
  const page = await openDialog();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.click(".search-button");
  await page.getByRole("dialog").waitFor();
  await page.mouse.click(5, 5);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("SR-09 the focus stays in the dialog", async () => {
  const page = await openDialog();
  await search(page, "secrets");
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
    ).toBe(true);
  }
});

test("SR-20 a query that was typed before the dialog came is searched at once", async () => {
  const page = await openDialog({ path: "/?initial=secr" });
  await options(page).nth(1).waitFor();
  expect(await field(page).inputValue()).toBe("secr");
  await page.keyboard.type("ets");
  expect(await field(page).inputValue()).toBe("secrets");
});

test("SR-10 arrows move the active row round the list, and Enter opens it", async () => {
  const page = await openDialog();
  await search(page, "thv run --group");
  expect(await active(page).textContent()).toContain("thv run");
  await page.keyboard.press("ArrowUp");
  expect(await active(page).textContent()).toContain("Ask the documentation");
  await page.keyboard.press("ArrowUp");
  expect(await active(page).getAttribute("id")).toBe(await options(page).last().getAttribute("id"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await active(page).getAttribute("id"));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.locator("#address").textContent()).toBe("/toolhaven/reference/cli/thv_run#group");
});

test("SR-10 Ctrl+Enter opens the active page in a new tab and leaves the dialog", async () => {
  const page = await openDialog();
  await search(page, "faq");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Control+Enter")]);
  await tab.waitForURL("**/toolhaven/faq");
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
});

test("SR-04 results stand in groups by the sidebar, sections below their page, matches marked", async () => {
  const page = await openDialog();
  await search(page, "secrets");
  const group = page.getByRole("group").first();
  expect(await group.getAttribute("aria-labelledby")).toBe("sd-group-0");
  expect(await page.locator("#sd-group-0").textContent()).toBe("Guides: CLI");
  expect(await group.getByRole("option").first().locator("mark").first().textContent()).toBe("secrets");
  await page.locator(".sd-nested .sd-snippet mark").first().waitFor();
  expect(await page.getByRole("status").first().textContent()).toMatch(/^\d+ documents found$/);
});

test("SR-12 a link leads to all results, with their count", async () => {
  const page = await openDialog();
  await search(page, "secrets");
  const link = page.getByRole("link", { name: /^See all \d+ results$/ });
  expect(await link.getAttribute("href")).toBe("/search?q=secrets");
  await link.click();
  await page.getByRole("heading", { name: 'Search results for "secrets"' }).waitFor();
});

test("SR-08 a query without results offers others and a way to tell of it", async () => {
  const page = await openDialog();
  await field(page).fill("zzqx");
  await page.getByText("No results found for").waitFor();
  expect(await page.getByText("Believe this query should return results?").isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Let us know." }).getAttribute("href")).toBe(
    "https://example.test/report?q=zzqx",
  );
  await page.getByRole("button", { name: "Clear the query" }).click();
  expect(await field(page).inputValue()).toBe("");
  await page.getByText("No recent searches").waitFor();
});

test("SR-07 a failure says so and can be tried again", async () => {
  let isDown = true;
  stage.answer("/flaky/index.json", async (_, response) => {
    if (isDown) return void response.writeHead(503).end();
    response.end(await (await fetch(`${stage.url}/search-index/index.json`)).text());
  });
  const page = await openDialog({ before: 'window.stage = { folder: "/flaky/" };' });
  await field(page).fill("run");
  await page.getByText("Unable to fetch results").waitFor();
  expect(await page.getByText("You might want to check your network connection.").isVisible()).toBe(true);
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await options(page).nth(1).waitFor();
});

test("SR-07 what was loaded answers offline", async () => {
  const page = await openDialog();
  await search(page, "secrets");
  await page.context().setOffline(true);
  await search(page, "telemetry");
  expect(await active(page).textContent()).toContain("Telemetry and metrics");
});

test("SR-06 an answer that was overtaken is never shown", async () => {
  const slow: ServerResponse[] = [];
  const settings = {
    searchPagePath: "search",
    hosted: { appId: "a", apiKey: "k", indexName: "i", hosts: [`${stage.url}/hosted`] },
  };
  const reply = (query: string): string =>
    JSON.stringify({
      results: [
        {
          nbHits: 1,
          hits: [{ url: `https://docs.test/${query}`, type: "lvl1", hierarchy: { lvl0: "Docs", lvl1: query } }],
        },
      ],
    });
  stage.answer("/hosted/1/indexes/*/queries", async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { query } = (JSON.parse(body) as { requests: [{ query: string }] }).requests[0];
    if (query === "slow") slow.push(response);
    else response.end(reply(query));
  });
  const page = await openDialog({ before: `window.stage = { settings: ${JSON.stringify(settings)} };` });
  const asked = page.waitForRequest((request) => request.postData()?.includes('"slow"') ?? false);
  await field(page).fill("slow");
  await asked;
  await search(page, "fast");
  slow[0]?.end(reply("slow"));
  await (slow[0] && !slow[0].closed ? once(slow[0], "close") : undefined);
  expect(await active(page).textContent()).toContain("fast");
  expect(await page.getByText("slow").count()).toBe(0);
});

test("SR-11 opened pages are remembered, can be saved and taken away by keyboard", async () => {
  const page = await openDialog();
  await search(page, "faq");
  await page.keyboard.press("Enter");
  await page.click(".search-button");
  await page.getByRole("row", { name: /Frequently asked questions/ }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Save this search");
  await page.keyboard.press("Enter");
  await page.getByRole("rowgroup", { name: "Favorite" }).waitFor();
  await page.getByRole("button", { name: "Remove this search from favorites" }).click();
  await page.getByText("No recent searches").waitFor();
});

test("SR-11 what was kept is there at the next visit and can be opened", async () => {
  const page = await openDialog(withHistory);
  expect(await page.getByRole("rowgroup").allTextContents()).toEqual([
    "Questions",
    "Introduction",
    "How do I stop it?",
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await page.locator("#address").textContent()).toBe("/toolhaven/faq");
});

test("SR-11 a kept conversation is shown again without being asked again", async () => {
  const page = await openDialog(withHistory);
  await page.getByRole("button", { name: "How do I stop it?", exact: true }).click();
  await page.getByRole("heading", { name: "How do I stop it?" }).waitFor();
  expect(await page.locator(".sd-answer strong").textContent()).toBe("thv stop");
});

test("SR-11 without storage the search works and keeps nothing", async () => {
  const page = await openDialog({
    before:
      'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });',
  });
  await page.getByText("No recent searches").waitFor();
  await search(page, "faq");
  await page.keyboard.press("Enter");
  expect(await page.locator("#address").textContent()).toBe("/toolhaven/faq");
});

test("on a phone the dialog fills the screen and its targets are large", async () => {
  const page = await openDialog({ isMobile: true });
  expect(await page.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 780 });
  await search(page, "secrets");
  for (const row of await options(page).all()) expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
