import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEngine } from "../../src/search/engine/engine.ts";
import type { IndexFile } from "../../src/search/engine/index-file.ts";
import { extractPage } from "./extract.ts";
import { writeIndex } from "./write-index.ts";

let build: string;

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), "search-build-"));
});

afterEach(() => {
  rmSync(build, { recursive: true });
});

const PAGE = `<!doctype html><html><head>
<title>Run a server | Site</title><meta name="docusaurus_tag" content="docs-default-current"><meta name="keywords" content="launch,begin">
<link rel="canonical" href="https://site.test/docs/run">
<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"name":"Guides"},{"name":"Run a server"}]}</script>
</head><body><nav>Menu entry</nav><main><article><div class="doc-top"><button>Copy page</button></div>
<h1>Run a server</h1><p>Lead with <code>thv run</code>.</p>
<h2 id="first-steps">First steps<a class="hash" href="#first-steps" aria-label="Direct link"></a></h2><p>One</p><p>Two</p><pre><code><span>thv</span> <span>run</span></code><button>Copy</button></pre>
<table><thead><tr><th>Flag</th></tr></thead><tbody><tr id="--group"><th><a href="#--group"><code>-g, --group</code></a></th><td>the group<span class="flag-note">Repeat it.</span></td></tr></tbody></table><p>After the table</p>
<h2 id="see-also">See also</h2><p>Elsewhere</p></article></main><footer>Copyright</footer></body></html>`;

function write(path: string, html: string): void {
  mkdirSync(dirname(join(build, path)), { recursive: true });
  writeFileSync(join(build, path), html);
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(build, "search-index", name), "utf8"));

test("SR-21 a page is cut where it can be linked to: headings and rows of flags", () => {
  expect(extractPage(PAGE)).toEqual({
    title: "Run a server",
    tag: "docs-default-current",
    keywords: "launch begin",
    isHidden: false,
    canonical: "https://site.test/docs/run",
    crumbs: ["Guides"],
    sections: [
      { heading: "", anchor: "", text: "Lead with thv run." },
      { heading: "First steps", anchor: "first-steps", text: "One\nTwo\nthv run\nFlag\nAfter the table" },
      { heading: "--group", anchor: "--group", text: "-g, --group the group\nRepeat it." },
    ],
  });
});

test("SR-21 hidden pages, the not-found page and menus are not in the index", () => {
  write("docs/run/index.html", PAGE);
  write("404.html", PAGE);
  write("search/index.html", PAGE.replace("<title>", '<meta name="robots" content="noindex, follow"><title>'));
  expect(writeIndex({ build, locale: "en", baseUrl: "/" })).toBe(1);
  const { search } = openEngine(read("index.json") as IndexFile);
  expect(search("menu entry")).toEqual([]);
  expect(search("copyright")).toEqual([]);
  expect(search("thv run --group")[0]).toMatchObject({ url: "/docs/run", sections: [{ anchor: "--group" }] });
});

test("the texts lie in files of their own, named by what they hold", () => {
  write("docs/run.html", PAGE.replace("/docs/run", "/docs/run2"));
  writeIndex({ build, locale: "en", baseUrl: "/" });
  const [[, , , , name]] = (read("index.json") as IndexFile).pages as [IndexFile["pages"][number]];
  expect(readdirSync(join(build, "search-index"))).toContain(`${name}.json`);
  expect(read(`${name}.json`)).toEqual(extractPage(PAGE).sections.map(({ text }) => text));
});

test("a section that many pages repeat word for word is kept once", () => {
  for (const number of [1, 2, 3, 4, 5])
    write(`p${number}.html`, PAGE.replace("/docs/run", `/p${number}`).replace("Lead", `Lead ${number}`));
  writeIndex({ build, locale: "en", baseUrl: "/" });
  expect((read("index.json") as IndexFile).headings.map((list) => list.length)).toEqual([2, 0, 0, 0, 0]);
});

test("a build without pages is refused", () => {
  expect(() => writeIndex({ build, locale: "en", baseUrl: "/" })).toThrow("it holds no pages");
});
