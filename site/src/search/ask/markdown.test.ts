import fc from "fast-check";
import { expect, test } from "vitest";
import { isSafeLink, linksIn, readMarkdown, type Block, type Span } from "./markdown.ts";

const paragraph = (...spans: Span[]): Block => ({ kind: "paragraph", spans });
const text = (value: string): Span => ({ kind: "text", text: value });

test.each<[string, Block[]]>([
  ["plain words", [paragraph(text("plain words"))]],
  ["a\nb\n\nc", [paragraph(text("a b")), paragraph(text("c"))]],
  ["## Title", [{ kind: "heading", spans: [text("Title")] }]],
  ["```bash\nthv run\n```\nafter", [{ kind: "code", language: "bash", text: "thv run" }, paragraph(text("after"))]],
  ["```\nstill open", [{ kind: "code", language: "", text: "still open" }]],
  ["- a\n- b\n  c", [{ kind: "list", isOrdered: false, items: [[text("a")], [text("b c")]] }]],
  ["1. a\n2. b", [{ kind: "list", isOrdered: true, items: [[text("a")], [text("b")]] }]],
  ["> a\n> b", [{ kind: "quote", blocks: [paragraph(text("a b"))] }]],
  ["use `a *b*`", [paragraph(text("use "), { kind: "code", text: "a *b*" })]],
  ["**a `b`**", [paragraph({ kind: "strong", spans: [text("a "), { kind: "code", text: "b" }] })]],
  ["[to](/faq#x)", [paragraph({ kind: "link", url: "/faq#x", spans: [text("to")] })]],
  ["**open", [paragraph(text("**open"))]],
  ["\\*no\\*", [paragraph(text("*no*"))]],
])("%j is read as its blocks", (source, blocks) => {
  expect(readMarkdown(source)).toEqual(blocks);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "//evil.test",
  "/\\evil.test",
  "\\\\evil",
  "vbscript:x",
  "file:///etc",
  "",
])("SR-17 %j is no link", (url) => {
  expect(isSafeLink(url)).toBe(false);
  expect(linksIn(readMarkdown(`[click](${url})`))).toEqual([]);
});

test.each(["https://example.test/a?b=c#d", "http://localhost:3000/", "/toolhaven/faq", "#here", "/"])(
  "%j is a link",
  (url) => {
    expect(isSafeLink(url)).toBe(true);
  },
);

test("SR-17 markup in an answer stays text", () => {
  expect(readMarkdown('<img src=x onerror="alert(1)"> <script>x</script>')).toEqual([
    paragraph(text('<img src=x onerror="alert(1)"> <script>x</script>')),
  ]);
});

test("whatever arrives is read, quickly, with nothing but safe links in it", () => {
  const pieces = fc.constantFrom(
    "*",
    "**",
    "`",
    "```",
    "[",
    "](",
    ")",
    "> ",
    "- ",
    "1. ",
    "\n",
    "#",
    "a",
    " ",
    "javascript:",
    "\\",
    "<b>",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 120 }), (parts) => {
      for (const { url } of linksIn(readMarkdown(parts.join("")))) expect(isSafeLink(url)).toBe(true);
    }),
  );
});
