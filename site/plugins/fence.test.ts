import { describe, expect, test } from "vitest";
import { drawDiagram } from "./diagram.ts";
import { readFence } from "./fence.ts";
import { highlight } from "./highlight.ts";

describe("code fences", () => {
  test("WS-10 lines are marked by number, range and comment, and the comments are left out", () => {
    const source = "a\n# highlight-next-line\nb\n// highlight-start\nc\nd\n// highlight-end\ne\n";
    const { code, marked, title, isNumbered } = readFence(source, "title=\"x 'y'\" {1,4-5} showLineNumbers");

    expect(code).toBe("a\nb\nc\nd\ne");
    expect(marked).toEqual(new Set([1, 2, 3, 4, 5]));
    expect({ title, isNumbered }).toEqual({ title: "x 'y'", isNumbered: true });
    expect(readFence("a", "").marked.size).toBe(0);
  });

  test.each(["bash", "json", "powershell", "docker", "promql", "yaml", "typescript"])(
    "WS-10 %s is coloured, keeps its text and cannot smuggle markup in",
    async (language) => {
      const source = 'x = "<b>&amp;" # 1\nFROM a if (1) { true }';
      const html = (await highlight(source, language)).join("\n");
      expect(html).toMatch(/<span class="[mskcfpvo]">/);
      const text = html
        .replace(/<\/?span[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&amp;", "&");
      expect(text).toBe(source);
    },
  );

  test("WS-10 an unknown language is plain text", async () => {
    expect(await highlight("a < b\nc", "nonsense")).toEqual(["a &lt; b", "c"]);
  });

  test("WS-10 a diagram has no style, font, script or address of its own, and ids of its own", async () => {
    const [first, second] = await Promise.all([
      drawDiagram("flowchart LR\n a --> b"),
      drawDiagram("flowchart LR\n a --> c"),
    ]);
    expect(first).toMatch(/^<svg [^>]*viewBox/);
    expect(first).not.toMatch(/<style|<script|@import|https?:|style=/);
    const idOf = (svg: string): string | undefined => / id="([^"]+)"/.exec(svg)?.[1];
    expect(idOf(first)).not.toBe(idOf(second));
    expect(first).toContain(`url(#${idOf(first)})`);
  });
});
