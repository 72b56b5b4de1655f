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

const field = (page: Page) => page.getByLabel("Search", { exact: true }).and(page.locator("input"));

async function ask(question: string, options: OpenOptions = {}): Promise<Page> {
  const page = await stage.open(options);
  await page.click(".search-button");
  await field(page).fill(question);
  await page.getByRole("option", { name: question }).first().click();
  await page.getByRole("heading", { name: question }).waitFor();
  return page;
}

/** A model whose answer the test writes piece by piece. */
function model(path: string) {
  const settings = { searchPagePath: "search", ask: { kind: "endpoint", url: stage.url + path, model: "small" } };
  const promise = new Promise<ServerResponse>((resolve) => {
    stage.answer(path, (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      resolve(response);
    });
  });
  return {
    options: { before: `window.stage = { settings: ${JSON.stringify(settings)} };` },
    response: promise,
    say: async (content: string) =>
      void (await promise).write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`),
    end: async () => void (await promise).end("data: [DONE]\n\n"),
  };
}

test("SR-13 without a model the answer quotes the documentation, says so, and links to it", async () => {
  const page = await ask("how do I mount a folder read-only");
  await page.getByText("These are passages quoted from this documentation; nothing is generated.").waitFor();
  await page.getByText("The documentation says:").waitFor();
  const link = page.locator(".sd-answer a").first();
  expect(await link.getAttribute("href")).toMatch(/^\/toolhaven\/guides-cli\/filesystem-access/);
  await link.click();
  expect(await page.locator("#address").textContent()).toMatch(/^\/toolhaven\/guides-cli\/filesystem-access/);
});

test("SR-14 SR-16 a model's answer streams, with the disclaimer, sources and a place for the next question", async () => {
  const { options, say, end } = model("/model-a");
  const page = await ask("how to stop a server", options);
  await page.getByText("Answers are generated with AI which can make mistakes. Verify responses.").waitFor();
  await say("Use `thv stop`, see [the guide](/toolhaven/guides-cli/manage-mcp-servers");
  await page.locator(".sd-answer code", { hasText: "thv stop" }).waitFor();
  expect(await field(page).getAttribute("placeholder")).toBe("Answering...");
  expect(await field(page).evaluate((node: HTMLInputElement) => node.readOnly)).toBe(true);
  await say(").");
  await end();
  await page.getByText("Related sources").waitFor();
  expect(await page.getByRole("navigation", { name: "Related sources" }).getByRole("link").allTextContents()).toEqual([
    "the guide",
  ]);
  expect(await field(page).getAttribute("placeholder")).toBe("Ask another question...");
});

test("SR-16 a rating is thanked for", async () => {
  const page = await ask("how do I mount a folder");
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByText("Thanks for your feedback!").waitFor();
  expect(await page.getByRole("button", { name: "Dislike" }).count()).toBe(0);
});

test("SR-16 Escape leaves the questions first and the dialog second; the query is still there", async () => {
  const page = await ask("how do I mount a folder");
  await page.getByText("Related sources").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("combobox").inputValue()).toBe("how do I mount a folder");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("SR-16 the conversation goes on, and is kept while the dialog is open", async () => {
  const page = await ask("how do I mount a folder");
  await page.getByText("Related sources").waitFor();
  await field(page).fill("what are groups");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "what are groups" }).waitFor();
  expect(await page.locator(".sd-exchange").count()).toBe(2);
});

test("SR-14 an answer can be stopped, which ends the request", async () => {
  const { options, say, response } = model("/model-b");
  const page = await ask("how to stop a server", options);
  await say("Begin");
  await page.getByText("Begin").waitFor();
  const closed = once(await response, "close");
  await page.getByRole("button", { name: "Stop" }).click();
  await closed;
  expect(await field(page).getAttribute("placeholder")).toBe("Ask another question...");
});

test("SR-14 a model that cannot be reached is a failure that can be tried again", async () => {
  const settings = { searchPagePath: "search", ask: { kind: "endpoint", url: "http://127.0.0.1:9/", model: "small" } };
  const page = await ask("how to stop a server", {
    before: `window.stage = { settings: ${JSON.stringify(settings)} };`,
  });
  await page.getByText("Unable to fetch results").waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).isVisible()).toBe(true);
});

test("SR-17 nothing a model writes becomes markup or a dangerous link", async () => {
  const { options, say, end } = model("/model-c");
  const page = await ask("how to stop a server", options);
  await say(
    '<img src=x onerror="window.hit=1"> [x](javascript:window.hit=1) [y](//evil.test)\n\n```html\n<script>window.hit=1</script>\n```',
  );
  await end();
  await page.getByText("Related sources").waitFor();
  expect(await page.locator(".sd-answer :is(img, script, a)").count()).toBe(0);
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
});
