import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { twinOf } from "../twin.ts";

/** As much of the tree as is looked at here. */
interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

/** Parts of a page that are not its text. */
const LEFT_OUT = new Set([
  "hash",
  "code-actions",
  "page-actions",
  "toc-folded",
  "doc-top",
  "page-foot",
  "pager",
  "tile-more",
]);

/**
 * The text of a built page as Markdown: headings, lists, tables, code with its language, all tabs, all details. Links
 * within the site start with `origin`.
 */
export function pageToMarkdown(html: string, isPage: (path: string) => boolean, origin = ""): string {
  const addressOf = (href: string): string => (/^\/(?!\/)/.test(href) ? origin : "") + addressFor(href, isPage);
  // The rest of a page is its larger part and would only be thrown away.
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  const tree = fromHtml(main, { fragment: true }) as Node;
  const body = find(tree, (node) => hasClass(node, "markdown")) ?? find(tree, ({ tagName }) => tagName === "main");
  if (!body) return "";
  const clean = { ...body, children: body.children?.flatMap((child) => rewrite(child, addressOf)) ?? [] };
  const root = { type: "root", children: [clean] };
  return toMarkdown(toMdast(root as never), { bullet: "-", rule: "-", extensions: [gfmToMarkdown()] });
}

function rewrite(node: Node, addressOf: (href: string) => string): Node[] {
  if (isLeftOut(node)) return [];
  if (hasClass(node, "diagram")) return [element("p", [text(`Diagram: ${property(node, "ariaLabel")}`)])];
  if (hasClass(node, "code")) return codeOf(node);
  const children = node.children?.flatMap((child) => rewrite(child, addressOf)) ?? [];
  if (hasClass(node, "note")) return [element("blockquote", children)];
  if (hasClass(node, "note-title") || node.tagName === "summary") return [element("p", [element("strong", children)])];
  if (hasClass(node, "card-text")) return [text(": "), ...children];
  if (node.properties?.["role"] === "tabpanel") {
    return [element("p", [element("strong", [text(`${property(node, "dataLabel")}:`)])]), ...children];
  }
  if (node.tagName === "a") return [{ ...node, properties: { href: addressOf(property(node, "href")) }, children }];
  return [node.children ? { ...node, children } : node];
}

function isLeftOut(node: Node): boolean {
  return (
    node.type === "comment" ||
    node.properties?.["ariaHidden"] === "true" ||
    ["script", "style", "svg", "nav", "button", "i"].includes(node.tagName ?? "") ||
    node.properties?.["role"] === "tablist" ||
    classesOf(node).some((name) => LEFT_OUT.has(name))
  );
}

/** Pages lead to pages of the same kind. */
function addressFor(href: string, isPage: (path: string) => boolean): string {
  const [path = "", hash] = href.split("#");
  return isPage(path) ? `${twinOf(path)}${hash === undefined ? "" : `#${hash}`}` : href;
}

function codeOf(node: Node): Node[] {
  const code = find(node, ({ tagName }) => tagName === "code");
  const title = find(node, (inner) => hasClass(inner, "code-title"));
  const properties = { className: [`language-${property(node, "dataLanguage")}`] };
  const block = element("pre", [{ ...element("code", [text(textOf(code))]), properties }]);
  return title ? [element("p", [text(`${textOf(title)}:`)]), block] : [block];
}

function find(node: Node, isWanted: (node: Node) => boolean): Node | undefined {
  if (isWanted(node)) return node;
  for (const child of node.children ?? []) {
    const found = find(child, isWanted);
    if (found) return found;
  }
  return undefined;
}

function property(node: Node, name: string): string {
  const value = node.properties?.[name];
  return typeof value === "string" ? value : "";
}

function textOf(node: Node | undefined): string {
  return node ? (node.value ?? "") + (node.children ?? []).map(textOf).join("") : "";
}

const text = (value: string): Node => ({ type: "text", value });
const element = (tagName: string, children: readonly Node[]): Node => ({
  type: "element",
  tagName,
  properties: {},
  children,
});
const hasClass = (node: Node, name: string): boolean => classesOf(node).includes(name);

function classesOf(node: Node): string[] {
  return [node.properties?.["className"] ?? []].flat().map(String);
}
