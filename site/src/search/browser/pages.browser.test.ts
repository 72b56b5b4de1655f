import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage[Symbol.asyncDispose]());

const results = (page: Page) => page.locator(".sp-results > li");

test("SR-12 the results page works when it is opened directly, and counts what it found", async () => {
  const page = await stage.open({ path: "/search?q=secrets" });
  await results(page).first().waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe('Search results for "secrets"');
  expect(await page.getByRole("status").textContent()).toMatch(/^\d+ documents found$/);
  expect(await results(page).first().getByRole("heading", { level: 2 }).textContent()).toBe("Manage secrets");
});

test("SR-12 the address follows the field, and the field follows back and forward", async () => {
  const page = await stage.open({ path: "/search?q=secrets" });
  await results(page).first().waitFor();
  const field = page.getByRole("searchbox", { name: "Search" });
  await field.fill("telemetry");
  await page.waitForURL("**/search?q=telemetry");
  await page.getByRole("heading", { name: 'Search results for "telemetry"' }).waitFor();
  await results(page).getByRole("link").first().click();
  await page.locator("#address").waitFor();
  await page.goBack();
  await page.reload();
  await results(page).first().waitFor();
  expect(await field.inputValue()).toBe("telemetry");
});

test("SR-12 more results are fetched when the end comes into view", async () => {
  const page = await stage.open({ path: "/search?q=thv" });
  await results(page).first().waitFor();
  const first = await results(page).count();
  expect(first).toBe(15);
  await page.getByText("Fetching new results...").scrollIntoViewIfNeeded();
  await results(page).nth(15).waitFor();
});

test("SR-12 without a query there is only the field, with the focus in it", async () => {
  const page = await stage.open({ path: "/search" });
  await page.getByRole("heading", { name: "Search the documentation" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("q");
  expect(await results(page).count()).toBe(0);
});

test("SR-08 the results page says when there is nothing", async () => {
  const page = await stage.open({ path: "/search?q=zzqx" });
  await page.getByText("No results were found").waitFor();
});

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function findingsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings: Finding[] = await page.evaluate(
    // Regions of the page around it are the site's.
    "axe.run({ rules: { region: { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))",
  );
  return findings.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const STATES: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[] = [
  ["nothing typed", (page) => page.getByText("No recent searches").waitFor()],
  [
    "results",
    (page) =>
      page
        .getByRole("combobox")
        .fill("secrets")
        .then(() => page.locator(".sd-nested mark").first().waitFor()),
  ],
  [
    "no results",
    (page) =>
      page
        .getByRole("combobox")
        .fill("zzqx")
        .then(() => page.getByText("No results found for").waitFor()),
  ],
  [
    "an answer",
    async (page) => {
      await page.getByRole("combobox").fill("how do I mount a folder");
      await page.getByRole("option").first().click();
      await page.getByText("Related sources").waitFor();
    },
  ],
  [
    "a history",
    async (page) => {
      await page.getByRole("combobox").fill("faq");
      await page.getByRole("option").nth(1).click();
      await page.click(".search-button");
      await page.getByRole("row").first().waitFor();
    },
  ],
];

test.each(STATES.flatMap(([name, act]) => (["dark", "light"] as const).map((theme) => ({ name, theme, act }))))(
  "SR-19 the dialog with $name has no accessibility findings in $theme mode",
  async ({ theme, act }) => {
    const page = await stage.open({ theme });
    await page.click(".search-button");
    await page.getByRole("dialog").waitFor();
    await act(page);
    expect(await findingsIn(page)).toEqual([]);
  },
);

test.each(["dark", "light"] as const)(
  "SR-19 the results page has no accessibility findings in %s mode",
  async (theme) => {
    const page = await stage.open({ theme, path: "/search?q=secrets" });
    await results(page).first().waitFor();
    expect(await findingsIn(page)).toEqual([]);
  },
);
