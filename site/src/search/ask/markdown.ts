/** What answers are made of. Whatever is not known here stays text: nothing an assistant writes becomes markup. */
export type Block =
  | { readonly kind: "paragraph" | "heading"; readonly spans: readonly Span[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] };

export type Span =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly spans: readonly Span[] }
  | { readonly kind: "link"; readonly url: string; readonly spans: readonly Span[] };

const MAX_DEPTH = 4;

/** Reads Markdown that may still be growing: an open fence or mark reads as far as it goes. */
export function readMarkdown(source: string, depth = 0): Block[] {
  const blocks: Block[] = [];
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  for (let at = 0; at < lines.length;) {
    const taken = readBlock(lines, at, depth);
    if (taken.block) blocks.push(taken.block);
    at = Math.max(taken.next, at + 1);
  }
  return blocks;
}

/** Links lead into the site or to web pages; anything else is no link. */
export function isSafeLink(url: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(url) || /^\/(?![/\\])[^\s\\]*$/.test(url) || /^#[^\s]*$/.test(url);
}

/** Addresses of the links in an answer, each once. */
export function linksIn(blocks: readonly Block[]): { url: string; title: string }[] {
  const links = new Map<string, string>();
  const visit = (spans: readonly Span[]): void => {
    for (const span of spans) {
      if (span.kind === "link" && !links.has(span.url)) links.set(span.url, plainText(span.spans));
      if ("spans" in span) visit(span.spans);
    }
  };
  const visitBlock = (block: Block): void => {
    if ("spans" in block) visit(block.spans);
    if (block.kind === "list") block.items.forEach(visit);
    if (block.kind === "quote") block.blocks.forEach(visitBlock);
  };
  blocks.forEach(visitBlock);
  return [...links].map(([url, title]) => ({ url, title }));
}

function readBlock(lines: readonly string[], at: number, depth: number): { block?: Block; next: number } {
  const line = lines[at]!;
  const fence = /^\s*(```+|~~~+)\s*([\w+-]*)/.exec(line);
  if (fence) {
    const end = endOf(lines, at + 1, (other) => other.trim().startsWith(fence[1]!));
    return { block: { kind: "code", language: fence[2]!, text: lines.slice(at + 1, end).join("\n") }, next: end + 1 };
  }
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading) return { block: { kind: "heading", spans: readSpans(heading[1]!) }, next: at + 1 };
  if (line.startsWith(">") && depth < MAX_DEPTH) {
    const end = endOf(lines, at, (other) => !other.startsWith(">"));
    const inner = lines.slice(at, end).map((quoted) => quoted.replace(/^> ?/, ""));
    return { block: { kind: "quote", blocks: readMarkdown(inner.join("\n"), depth + 1) }, next: end };
  }
  const isItem = (other: string): boolean => /^\s*(?:[-*+]|\d+[.)])\s+/.test(other);
  if (isItem(line)) {
    const end = endOf(lines, at, (other) => !isItem(other) && !/^\s{2,}\S/.test(other));
    return {
      block: { kind: "list", isOrdered: /^\s*\d/.test(line), items: itemsOf(lines.slice(at, end), isItem) },
      next: end,
    };
  }
  if (line.trim() === "") return { next: at + 1 };
  const end = endOf(
    lines,
    at + 1,
    (other) => other.trim() === "" || isItem(other) || /^(?:>|#{1,6}\s|\s*(?:```|~~~))/.test(other),
  );
  return { block: { kind: "paragraph", spans: readSpans(lines.slice(at, end).join(" ")) }, next: end };
}

function endOf(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(lines[at]!)) at += 1;
  return at;
}

function itemsOf(lines: readonly string[], isItem: (line: string) => boolean): Span[][] {
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return items.map((item) => readSpans(item));
}

const MARK =
  /\\([\\`*_[\](){}#+.!-])|(`+)([\s\S]*?[^`])\2(?!`)|\*\*(\S(?:[\s\S]*?\S)?)\*\*|\*(\S(?:[^*]*?\S)?)\*|\[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)/;

function readSpans(source: string, depth = 0): Span[] {
  const spans: Span[] = [];
  let rest = source;
  while (rest !== "") {
    const found = depth < MAX_DEPTH ? MARK.exec(rest) : null;
    if (!found) break;
    if (found.index > 0) spans.push({ kind: "text", text: rest.slice(0, found.index) });
    spans.push(spanFrom(found, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== "") spans.push({ kind: "text", text: rest });
  return joined(spans);
}

function spanFrom([whole, escaped, , code, strong, emphasis, label, url]: RegExpExecArray, depth: number): Span {
  if (escaped !== undefined) return { kind: "text", text: escaped };
  if (code !== undefined) return { kind: "code", text: code.trim() };
  if (strong !== undefined) return { kind: "strong", spans: readSpans(strong, depth + 1) };
  if (emphasis !== undefined) return { kind: "emphasis", spans: readSpans(emphasis, depth + 1) };
  if (url !== undefined && isSafeLink(url)) return { kind: "link", url, spans: readSpans(label ?? "", depth + 1) };
  return { kind: "text", text: label ?? whole };
}

/** Neighbouring texts as one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (span.kind === "text" && last?.kind === "text")
      all[all.length - 1] = { kind: "text", text: last.text + span.text };
    else all.push(span);
  }
  return all;
}

function plainText(spans: readonly Span[]): string {
  return spans.map((span) => ("text" in span ? span.text : plainText(span.spans))).join("");
}
