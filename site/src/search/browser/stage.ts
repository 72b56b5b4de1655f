import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { createIndexFile } from "../engine/index-file.ts";
import { fixturePages } from "../relevance/fixture-pages.ts";

export interface Stage extends AsyncDisposable {
  readonly url: string;
  /** A page in a context of its own: fresh storage, fresh cache. The page before it is closed. */
  open(options?: OpenOptions): Promise<Page>;
  /** Answers requests for a path in place of the stage. */
  answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => unknown): void;
}

export interface OpenOptions {
  readonly path?: string;
  readonly theme?: "dark" | "light";
  readonly isMobile?: boolean;
  /** Runs in the page before its own script. */
  readonly before?: string;
}

const site = join(import.meta.dirname, "../../..");

/** The search on a page of its own over the fixture pages, in a real browser. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "search-stage-"));
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => unknown>();
  await bundle(folder);
  const files = new Map<string, string>([...indexFiles(), ...assetsIn(folder), ["/", pageHtml()]]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://stage").pathname;
    const handler = handlers.get(path);
    if (handler) return void handler(request, response);
    const isScript = path.endsWith(".js");
    const body = files.get(path) ?? (/\.\w+$/.test(path) ? undefined : files.get("/"));
    if (body === undefined) return void response.writeHead(404).end();
    response.setHeader(
      "content-type",
      isScript ? "text/javascript" : path.endsWith(".json") ? "application/json" : "text/html",
    );
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser: Browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });

  let context: BrowserContext | undefined;

  return {
    url,
    answer: (path, handler) => void handlers.set(path, handler),

    async open({ path = "/", theme = "dark", isMobile = false, before = "" } = {}) {
      const viewport = isMobile ? { width: 390, height: 780 } : { width: 1280, height: 860 };
      await context?.close();
      context = await browser.newContext({ viewport, hasTouch: isMobile, isMobile, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.addInitScript(`window.theme = ${JSON.stringify(theme)};${before}`);
      await page.goto(url + path);
      return page;
    },

    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: {
      page: join(import.meta.dirname, "stage-page.tsx"),
      worker: join(import.meta.dirname, "../local/worker.ts"),
    },
    outdir: folder,
    bundle: true,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
}

function indexFiles(): [string, string][] {
  const pages = fixturePages();
  const textFiles = pages.map((_, number) => `text-${number}`);
  const index = createIndexFile({ locale: "en", pages, textFiles });
  return [
    ["/search-index/index.json", JSON.stringify(index)],
    ...pages.map(({ sections }, number): [string, string] => [
      `/search-index/${textFiles[number]}.json`,
      JSON.stringify(sections.map(({ text }) => text)),
    ]),
  ];
}

function assetsIn(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name), "utf8")]);
}

/** The site's own colours, so that contrast is judged as readers see it. */
function pageHtml(): string {
  const css = ["tokens.css", "base.css"].map((name) =>
    readFileSync(join(site, "src/css", name), "utf8").replace(/@font-face \{[^}]*\}/, ""),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stage</title>
<style>${css.join("\n")}</style><script>document.documentElement.dataset.theme = window.theme</script><div id="stage"></div><script src="/page.js"></script></html>`;
}
