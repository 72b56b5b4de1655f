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
  "harbour",
]);

/** The text of a built page as Markdown: headings, lists, tables, code with its language, all tabs, all details. */
export function pageToMarkdown(html: string, isPage: (path: string) => boolean): string {
  const tree = fromHtml(html) as Node;
  const body = find(tree, (node) => hasClass(node, "markdown")) ?? find(tree, ({ tagName }) => tagName === "main");
  if (!body) return "";
  const clean = { ...body, children: body.children?.flatMap((child) => rewrite(child, isPage)) ?? [] };
  const root = { type: "root", children: [clean] };
  return toMarkdown(toMdast(root as never), { bullet: "-", rule: "-", extensions: [gfmToMarkdown()] });
}

function rewrite(node: Node, isPage: (path: string) => boolean): Node[] {
  if (classesOf(node).some((name) => LEFT_OUT.has(name)) || hasClass(node, "icon")) return [];
  if (["script", "style", "svg", "button"].includes(node.tagName ?? "")) return [];
  if (hasClass(node, "diagram"))
    return [element("p", [text(`Diagram: ${String(node.properties?.["ariaLabel"] ?? "")}`)])];
  if (hasClass(node, "code")) return codeOf(node);
  const children = node.children?.flatMap((child) => rewrite(child, isPage));
  if (hasClass(node, "note")) return [element("blockquote", children ?? [])];
  if (hasClass(node, "note-title")) return [element("p", [element("strong", children ?? [])])];
  if (hasClass(node, "card-text") || hasClass(node, "tile-more")) return [text(": "), ...(children ?? [])];
  if (node.tagName === "summary") return [element("p", [element("strong", children ?? [])])];
  if (node.properties?.["role"] === "tablist") return [];
  if (node.properties?.["role"] === "tabpanel") {
    const label = element("p", [element("strong", [text(`${String(node.properties["dataLabel"])}:`)])]);
    return [label, ...(children ?? [])];
  }
  const href = node.properties?.["href"];
  if (node.tagName === "a" && typeof href === "string") {
    const [path = "", hash] = href.split("#");
    const to = isPage(path) ? `${twinOf(path)}${hash === undefined ? "" : `#${hash}`}` : href;
    return [{ ...node, properties: { href: to }, children: children ?? [] }];
  }
  return [{ ...node, ...(children && { children }) }];
}

function codeOf(node: Node): Node[] {
  const code = find(node, ({ tagName }) => tagName === "code");
  const title = find(node, (inner) => hasClass(inner, "code-title"));
  const language = node.properties?.["dataLanguage"];
  const properties = { className: typeof language === "string" ? [`language-${language}`] : [] };
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
