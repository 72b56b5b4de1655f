import type { Element, ElementContent, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import type { PageRecord, SectionRecord } from "../../src/search/engine/page-record.ts";

export interface ExtractedPage extends Pick<PageRecord, "title" | "tag" | "keywords" | "sections"> {
  readonly isHidden: boolean;
  /** Address that the page gives itself. */
  readonly canonical: string | undefined;
  /** Labels of the categories above the page, as its structured data names them. */
  readonly crumbs: readonly string[];
}

/** Parts of a page that say nothing about its subject, or say it twice. */
const SKIPPED = new Set([
  "script",
  "style",
  "template",
  "nav",
  "footer",
  "button",
  "svg",
  "form",
  "noscript",
  "dialog",
  "iframe",
]);
const SKIPPED_CLASSES = new Set(["hash", "doc-top", "toc-folded", "page-foot"]);
const BLOCKS = new Set(
  "p li tr pre blockquote div section dt dd dl figcaption summary h1 h2 h3 h4 h5 h6 table ul ol br".split(" "),
);

/** Headings over links to other pages, which are found by themselves. */
const LINK_LISTS = /^(?:see also|next steps?|related (?:information|pages|guides))$/i;

/** Reads a built page: its names, and the text of its article cut wherever an id can be linked to. */
export function extractPage(html: string): ExtractedPage {
  // Menus are most of a page and hold none of its text: only the head and the article are parsed.
  const head = fromHtml(slice(html, "<head", "</head>"), { fragment: true });
  const body = fromHtml(slice(html, "<article", "</article>") || slice(html, "<main", "</main>"), { fragment: true });
  const metas = new Map(
    elementsIn(head, "meta").map(({ properties }) => [String(properties["name"]), String(properties["content"])]),
  );
  const article = elementsIn(body, "article")[0] ?? elementsIn(body, "main")[0];
  const title = plain(elementsIn(body, "h1").slice(0, 1).map(textOf).join(""));
  return {
    title: title || plain(elementsIn(head, "title").slice(0, 1).map(textOf).join("")).split(" | ")[0]!,
    tag: metas.get("docusaurus_tag") ?? metas.get("docsearch:docusaurus_tag") ?? "default",
    keywords: metas.get("keywords")?.replaceAll(",", " ") ?? "",
    isHidden: (metas.get("robots") ?? "").includes("noindex"),
    canonical: elementsIn(head, "link")
      .find(({ properties }) => String(properties["rel"]) === "canonical")
      ?.properties["href"]?.toString(),
    crumbs: crumbsIn(body, head),
    sections: article ? sectionsOf(article) : [],
  };
}

function sectionsOf(article: Element): SectionRecord[] {
  interface Open {
    readonly heading: string;
    readonly anchor: string;
    readonly pieces: string[];
  }
  let current: Open = { heading: "", anchor: "", pieces: [] };
  const sections = [current];
  visit(article);
  const own = sections.filter(({ heading }) => !LINK_LISTS.test(heading));
  return own.map(({ heading, anchor, pieces }) => ({ heading, anchor, text: tidy(pieces.join("")) }));

  function visit(node: ElementContent | RootContent, isInCode = false): void {
    if (node.type === "text") return void current.pieces.push(node.value);
    if (node.type !== "element" || isSkipped(node) || node.tagName === "h1") return;
    const isCode = isInCode || node.tagName === "pre" || node.tagName === "code";
    const around = current;
    const opened = opening(node);
    if (opened) sections.push((current = { ...opened, pieces: [] }));
    // The heading is known as such; a row or term that is linked to keeps its whole text.
    if (opened && /^h[2-6]$/.test(node.tagName)) return;
    current.pieces.push(edgeOf(node));
    visitChildren(node, isCode);
    current.pieces.push(edgeOf(node));
    // What follows a table or a list of terms belongs to the heading above them.
    if (node.tagName === "tr" || node.tagName === "dl") current = around;
  }

  function visitChildren({ children }: Element, isCode: boolean): void {
    for (const [number, child] of children.entries()) {
      // Names and notes beside one another are set apart by style; in code each space stands for itself.
      if (!isCode && child.type === "element" && children[number - 1]?.type === "element") current.pieces.push(" ");
      visit(child, isCode);
    }
  }
}

/** What stands before and after the text of an element. */
function edgeOf(node: Element): string {
  if (BLOCKS.has(node.tagName) || hasClass(node, (name) => /^(?:card|flag)-/.test(name))) return "\n";
  return node.tagName === "td" || node.tagName === "th" ? " " : "";
}

/** Headings with an id, and rows and terms with one: a flag in a table is a place to lead to. */
function opening(node: Element): { heading: string; anchor: string } | undefined {
  const { tagName } = node;
  const anchor = idOf(node);
  if (/^h[2-6]$/.test(tagName)) return anchor ? { heading: plain(textOf(node)), anchor } : undefined;
  if ((tagName !== "tr" && tagName !== "dt") || !anchor) return undefined;
  const cell = tagName === "dt" ? node : node.children.find((child) => child.type === "element");
  if (!cell) return undefined;
  const written = plain(textOf(elementsIn(cell, "code")[0] ?? cell));
  const heading = /--[\w-]+/.exec(written)?.[0] ?? written;
  return heading === "" ? undefined : { heading, anchor };
}

function idOf({ properties }: Element): string {
  const { id } = properties;
  return typeof id === "string" ? id : "";
}

function isSkipped(node: Element): boolean {
  const { tagName, properties } = node;
  if (SKIPPED.has(tagName) || properties["ariaHidden"] === "true" || properties["dataSearch"] === "skip") return true;
  return hasClass(node, (name) => SKIPPED_CLASSES.has(name));
}

function hasClass({ properties }: Element, isWanted: (name: string) => boolean): boolean {
  const classes = properties["className"];
  return Array.isArray(classes) && classes.some((name) => typeof name === "string" && isWanted(name));
}

function slice(html: string, open: string, close: string): string {
  const from = html.indexOf(open);
  const to = html.lastIndexOf(close);
  return from < 0 || to < from ? "" : html.slice(from, to + close.length);
}

interface Crumb {
  readonly name?: string;
}

/** All but the last, which is the page itself. */
function crumbsIn(...roots: readonly Root[]): string[] {
  for (const script of roots.flatMap((root) => elementsIn(root, "script"))) {
    if (script.properties["type"] !== "application/ld+json") continue;
    const data = JSON.parse(textOf(script)) as { "@type"?: string; itemListElement?: readonly Crumb[] };
    if (data["@type"] === "BreadcrumbList")
      return (data.itemListElement ?? []).slice(0, -1).map(({ name }) => name ?? "");
  }
  return [];
}

function elementsIn(node: Root | Element, tagName: string): Element[] {
  const found: Element[] = [];
  const visit = (child: Root | Element | ElementContent | RootContent): void => {
    if (child.type === "element" && child.tagName === tagName) found.push(child);
    if ("children" in child) child.children.forEach(visit);
  };
  node.children.forEach(visit);
  return found;
}

function textOf(node: Root | Element | ElementContent | RootContent): string {
  if (node.type === "text") return node.value;
  if (node.type === "element" && node.tagName !== "script" && isSkipped(node)) return "";
  return "children" in node ? node.children.map(textOf).join("") : "";
}

function plain(text: string): string {
  return text.replace(/[\s\u200b]+/g, " ").trim();
}

/** One line for each block, without empty ones. */
function tidy(text: string): string {
  return text.split("\n").map(plain).filter(Boolean).join("\n");
}
