import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["THV_TEST_CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught errors, requests that failed or were refused, strangers asked. */
  readonly complaints: string[];
}

/** A page in a context of its own that writes down whatever goes wrong. */
export async function openVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: "dark", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) complaints.push(`stranger: ${request.url()}`);
  });
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Moves the pointer, which makes the page load its client script, and waits until that has taken over. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(300, 400);
  await page.mouse.move(310, 410);
  await page.waitForSelector("html[data-has-hydrated=true]", { state: "attached" });
}
