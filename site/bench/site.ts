import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBuiltSite } from "../testing/built-site.ts";
import { openBrowser, openVisit, PHONE } from "../testing/browser.ts";
import { type Measured, measure } from "../testing/measure.ts";

// npm run bench:site [-- build]: what the built site costs a reader, next to what it may cost. With `build` it is
// built from nothing first, and the processor time of that is told. Ends with 1 when a bar is missed.

const PAGES = [
  "/",
  "/toolhaven/",
  "/toolhaven/quickstart",
  "/toolhaven/guides-cli/run-mcp-servers",
  "/toolhaven/guides-mcp/fetch",
  "/toolhaven/reference/cli/thv_run",
  "/toolhaven/reference/api",
  "/toolhaven/reference/crd-spec",
  "/search",
  "/theme-preview",
];
const LONGEST = "/toolhaven/guides-cli/run-mcp-servers";
const RUNS = 5;
/** Lighthouse's phone: slow 4G and a processor a quarter as fast. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWDOWN = 4;

interface Bar {
  readonly what: string;
  readonly value: number;
  readonly most: number;
}

const bars: Bar[] = [];
if (process.argv.includes("build")) bars.push(await build());
await using site = await openBuiltSite();
const browser = await openBrowser();
for (const path of PAGES) {
  const visit = await openVisit(browser, { viewport: PHONE });
  const result = await measure(visit.page, new URL(path, site.url).href);
  await visit[Symbol.asyncDispose]();
  bars.push(...barsOf(path, result));
}
bars.push({ what: `${LONGEST}: main thread, ms`, value: await mainThreadMs(browser, LONGEST), most: 100 });
bars.push(...(await firstTaps(browser)));
await browser.close();

for (const { what, value, most } of bars) {
  console.log(`${value <= most ? "  " : "! "}${what.padEnd(72)}${String(value).padStart(8)} of ${most}`);
}
if (bars.some(({ value, most }) => value > most)) process.exitCode = 1;

function barsOf(path: string, { before, after, layoutShift }: Measured): Bar[] {
  return [
    { what: `${path}: first load, kB`, value: before.totalKb, most: 110 },
    { what: `${path}: requests`, value: before.requests, most: 15 },
    { what: `${path}: style, kB`, value: before.styleKb, most: 17 },
    { what: `${path}: script before, kB`, value: before.scriptKb, most: 45 },
    { what: `${path}: script after, kB`, value: after.scriptKb, most: 150 },
    { what: `${path}: layout shift`, value: layoutShift, most: 0 },
  ];
}

/** Processor time of the page's main thread until it is quiet; the median of some loads. */
async function mainThreadMs(its: Browser, path: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await using visit = await openVisit(its, { viewport: PHONE });
    const session = await visit.context.newCDPSession(visit.page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await visit.page.goto(new URL(path, site.url).href, { waitUntil: "networkidle" });
    const { metrics } = await session.send("Performance.getMetrics");
    times.push((metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000);
  }
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0);
}

/** From the first tap on a page of a slow phone with nothing stored until the answer is on the screen. */
async function firstTaps(its: Browser): Promise<Bar[]> {
  const taps: Readonly<Record<string, readonly [button: string, answer: string]>> = {
    menu: [".bar-menu", "#menu-pages:popover-open"],
    search: [".search-button", "dialog[open] input"],
    branch: [".branch > [aria-expanded=false]", ".branch > [aria-expanded=true]"],
  };
  const results: Bar[] = [];
  for (const [name, [button, answer]] of Object.entries(taps)) {
    const isWide = name === "branch";
    await using visit = await openVisit(its, isWide ? {} : { viewport: PHONE, hasTouch: true });
    const session = await visit.context.newCDPSession(visit.page);
    await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await visit.page.goto(new URL(LONGEST, site.url).href);
    results.push({
      what: `first tap on ${name}, ms, slow phone`,
      value: await answerMs(visit.page, button, answer),
      most: 200,
    });
  }
  return results;
}

function answerMs(page: Page, button: string, answer: string): Promise<number> {
  // Without a function inside that has a name: what runs these sources would add a call that the page does not know.
  return page.evaluate(
    async ({ from, to }) => {
      const count = document.querySelectorAll(to).length;
      const startedAt = performance.now();
      document.querySelector<HTMLElement>(from)?.click();
      while (document.querySelectorAll(to).length <= count) await new Promise(requestAnimationFrame);
      return Math.round(performance.now() - startedAt);
    },
    { from: button, to: answer },
  );
}

/** Builds the site with nothing kept from earlier builds; `times` of the shell tells what the programs it ran took. */
async function build(): Promise<Bar> {
  const root = join(import.meta.dirname, "../..");
  for (const made of ["site/build", "site/.docusaurus", "site/.planned", "node_modules/.cache/rspack"]) {
    await rm(join(root, made), { recursive: true, force: true });
  }
  const { status, stdout } = spawnSync("sh", ["-c", "npm run build -w site >&2 && times"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error("the site does not build");
  const ofChildren = stdout.trim().split("\n").at(-1) ?? "";
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  );
  return { what: "build from nothing, seconds of processor", value: Math.round(seconds * 10) / 10, most: 30 };
}
