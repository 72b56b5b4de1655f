import type { Page } from "playwright-core";
import { wake } from "./browser.ts";

export interface Weight {
  readonly requests: number;
  /** Compressed bodies, in units of 1000 bytes, as gzip sends them. */
  readonly totalKb: number;
  readonly htmlKb: number;
  readonly scriptKb: number;
  readonly styleKb: number;
}

export interface Measured {
  /** Until the page is loaded and nothing has been asked for during half a second. */
  readonly before: Weight;
  /** With the client script running; what is fetched ahead for other pages is not counted. */
  readonly after: Weight;
  readonly layoutShift: number;
  readonly elements: number;
}

/** Loads a page as a first visitor does, looks at what it costs, then moves the pointer and looks again. */
export async function measure(page: Page, address: string): Promise<Measured> {
  const addresses: string[] = [];
  page.on("request", (request) => {
    const purpose = request.headers()["sec-purpose"] ?? request.headers()["purpose"];
    if (request.url().startsWith("http") && purpose !== "prefetch") addresses.push(request.url());
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const elements = await page.evaluate(() => document.getElementsByTagName("*").length);
  const before = await weigh(addresses);
  await wake(page);
  await page.waitForLoadState("networkidle");
  const after = await weigh(addresses);
  const layoutShift = await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
  return { before, after, layoutShift, elements };
}

async function weigh(addresses: readonly string[]): Promise<Weight> {
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const { headers } = await fetch(address, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
      return { type: headers.get("content-type") ?? "", bytes: Number(headers.get("content-length")) };
    }),
  );
  const kb = (kind: string): number => {
    const bytes = answers.filter(({ type }) => type.includes(kind)).reduce((sum, answer) => sum + answer.bytes, 0);
    return Math.round(bytes / 100) / 10;
  };
  return {
    requests: answers.length,
    totalKb: kb(""),
    htmlKb: kb("text/html"),
    scriptKb: kb("javascript"),
    styleKb: kb("text/css"),
  };
}
