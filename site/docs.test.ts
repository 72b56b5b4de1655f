import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { expect, test } from "vitest";
import { site } from "./content.ts";
import { type Page, type PageFence, readPage, writtenPages } from "./docs-source.ts";
import { GENERATED_INDEXES, PAGES } from "./routes.ts";
import { PLANNED } from "./planned.ts";

const pages = writtenPages();
const partials = readdirSync(join(site, "docs/_partials")).map((file) =>
  readPage(`_partials/${file}`, readFileSync(join(site, "docs/_partials", file), "utf8")),
);
const texts = [...pages, ...partials];

test.each(pages)(
  "WP-01 $path has a title and a description of one sentence, and nothing else above its text",
  (page) => {
    expect(Object.keys(page.frontMatter)).toEqual(["title", "description"]);
    expect(page.frontMatter["title"]).toMatch(/^\S.{1,59}$/);
    expect(page.frontMatter["description"]).toMatch(/^[A-Z].{38,158}[^.]\.$/);
    expect(page.frontMatter["description"]!.match(/[.!?](?: |$)/g)).toHaveLength(1);
  },
);

test.each(pages)("WP-02 $path has its title as the only heading of the first level, and skips none below", (page) => {
  const levels = page.headings.map(({ level }) => level);
  expect(levels.filter((level) => level === 1)).toEqual([]);
  levels.reduce((above, level) => {
    expect(level, `after a heading of level ${above}`).toBeLessThanOrEqual(above + 1);
    return level;
  }, 1);
  expect(new Set(page.headings.map(({ id }) => id)).size).toBe(page.headings.length);
});

test.each(pages)("headings of $path are in sentence case and end without a full stop", ({ headings, frontMatter }) => {
  for (const text of [frontMatter["title"]!, ...headings.map((heading) => heading.text)]) {
    expect(text).toMatch(/^[A-Z0-9`"]/);
    expect(text).not.toMatch(/\.$/);
  }
});

test.each(texts)("WP-03 every link of $path leads to a page and a heading that exist", (page) => {
  const broken = linksOf(page).filter((link) => problemOf(link, page) !== undefined);
  expect(broken.map((link) => `${link}: ${problemOf(link, page)}`)).toEqual([]);
});

test.each(texts)("$path imports only what is there", ({ prose }) => {
  for (const [, path = ""] of prose.matchAll(/^import .* from "@site\/([^"]+)";$/gm)) {
    expect(existsSync(join(site, path)) || existsSync(join(site, `${path}.tsx`)), path).toBe(true);
  }
});

/** Words that praise, soothe or pad. */
const FORBIDDEN =
  /\b(?:simple|simply|easy|easily|just|obviously|of course|powerful|seamless(?:ly)?|please|note that|in order to|leverage|robust|effortless(?:ly)?)\b/gi;

test.each(texts)("WP-04 $path says what is so without words that praise or pad", ({ prose, frontMatter }) => {
  const text = `${frontMatter["title"] ?? ""}\n${frontMatter["description"] ?? ""}\n${prose.replaceAll(PRODUCT.tagline, "")}`;
  expect(text.match(FORBIDDEN) ?? []).toEqual([]);
});

test.each(texts.filter(({ fences }) => fences.length > 0))(
  "WP-05 the code of $path can be read by its language",
  (page) => {
    expect(page.fences.flatMap((fence) => flawsOf(fence).map((flaw) => `line ${fence.line}: ${flaw}`))).toEqual([]);
  },
);

test("every guide to a server shows what the registry says of that server", () => {
  const guides = pages.filter(({ path }) => path.startsWith("guides-mcp/"));
  expect(guides).toHaveLength(8);
  for (const { path, prose } of guides) {
    expect(prose).toContain(`<ServerMetadata name="${path.slice("guides-mcp/".length)}" />`);
  }
});

test("a page that is written is not called planned", () => {
  const planned = new Set(PLANNED.map(({ page }) => page));
  expect(pages.filter(({ path }) => planned.has(path))).toEqual([]);
});

function linksOf({ prose }: Page): string[] {
  const visible = prose.replaceAll(/`[^`\n]*`/g, "");
  return [...visible.matchAll(/\]\(([^)\s]+)\)|\bhref="([^"]+)"/g)].map(([, markdown, html]) => markdown ?? html!);
}

function problemOf(link: string, page: Page): string | undefined {
  if (["https://", "http://127.0.0.1:8080/"].some((elsewhere) => link.startsWith(elsewhere))) return undefined;
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? page.path : pageOf(path);
  if (target === undefined) return "links inside the site begin with the docs path, without an ending";
  if (GENERATED_INDEXES.includes(target as never)) return anchor === undefined ? undefined : "it has no headings";
  if (!PAGES.includes(target)) return "there is no such page";
  if (anchor === undefined) return undefined;
  const found = pages.find((other) => other.path === target);
  if (!found) return "the page is not written by hand, so its headings are not known";
  return found.headings.some(({ id }) => id === anchor) ? undefined : "there is no such heading";
}

function pageOf(path: string): string | undefined {
  if (!path.startsWith(PRODUCT.docsPath)) return undefined;
  return path.slice(PRODUCT.docsPath.length).replace(/(^|\/)$/, "$1index");
}

function flawsOf({ language, meta, code }: PageFence): string[] {
  switch (language) {
    case "json":
      return attempt(() => JSON.parse(code));
    case "bash": {
      const { status, stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
      return status === 0 ? [] : [stderr.trim()];
    }
    case "mermaid":
      return /\balt="[A-Z][^"]{30,}\."/.test(meta) ? [] : ["a drawing needs a text of one or more sentences"];
    case "text":
      return [];
    default:
      return [`the language "${language}" is not among bash, json, mermaid and text`];
  }
}

function attempt(parse: () => unknown): string[] {
  try {
    parse();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
