import { drawDiagram } from "./diagram.ts";
import { readFence } from "./fence.ts";
import { highlight } from "./highlight.ts";

/** As much of the tree as is looked at here. */
interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  children?: Node[];
}

/** Rehype plugin: code fences become highlighted blocks, and `mermaid` fences drawings, while the site is built. */
export function codeBlocks() {
  return async (tree: Node, file: { readonly path?: string }): Promise<void> => {
    await replaceIn(tree, file.path ?? "a page");
  };
}

async function replaceIn(parent: Node, file: string): Promise<void> {
  for (const [index, child] of (parent.children ?? []).entries()) {
    const code = child.tagName === "pre" ? child.children?.find(({ tagName }) => tagName === "code") : undefined;
    if (code) parent.children?.splice(index, 1, await blockFor(code, file));
    else await replaceIn(child, file);
  }
}

async function blockFor(code: Node, file: string): Promise<Node> {
  const classes = [code.properties?.["className"] ?? []].flat().map(String);
  const language = classes.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? "text";
  const meta = code.properties?.["metastring"];
  const fence = readFence(textOf(code), typeof meta === "string" ? meta : "");
  if (language === "mermaid") {
    if (!fence.alt) throw new Error(`a diagram in "${file}" has no text: add alt="…" after mermaid`);
    return element("Diagram", { svg: await drawDiagram(fence.code), alt: fence.alt });
  }
  const lines = await highlight(fence.code, language);
  const isSplit = fence.isNumbered || fence.marked.size > 0;
  const wrap = (line: string, index: number): string =>
    `<span class="line${fence.marked.has(index + 1) ? " marked" : ""}">${line}\n</span>`;
  return element("CodeBlock", {
    language,
    html: isSplit ? lines.map(wrap).join("") : lines.join("\n"),
    ...(fence.title && { title: fence.title }),
    ...(fence.isNumbered && { isNumbered: "true" }),
  });
}

function textOf({ value = "", children = [] }: Node): string {
  return value + children.map(textOf).join("");
}

/** A component of the page, as if it had been written there. */
function element(name: string, attributes: Readonly<Record<string, string>>): Node {
  const list = Object.entries(attributes).map(([key, value]) => ({
    type: "mdxJsxAttribute",
    name: key,
    value: expression(value),
  }));
  return { type: "mdxJsxFlowElement", name, attributes: list, children: [] } as Node;
}

/** Plain text in an attribute would lose its line breaks. */
function expression(text: string): object {
  const raw = JSON.stringify(text);
  const literal = { type: "Literal", value: text, raw };
  const program = {
    type: "Program",
    sourceType: "module",
    body: [{ type: "ExpressionStatement", expression: literal }],
  };
  return { type: "mdxJsxAttributeValueExpression", value: raw, data: { estree: program } };
}
