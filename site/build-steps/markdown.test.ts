import { expect, test } from "vitest";
import { pageToMarkdown } from "./markdown.ts";

const page = (body: string): string =>
  `<html><body><nav>menu</nav><main><div class="markdown">${body}</div></main></body></html>`;
const isPage = (path: string): boolean => path === "/docs/faq" || path === "/docs/";

test("WS-13 text, code with its language, notes, tabs and details become Markdown; chrome does not", () => {
  const text = pageToMarkdown(
    page(`<h1>Title</h1><h2 id="x">Part<a class="hash" href="#x"></a></h2>
      <p>See <a href="/docs/faq#a">the FAQ</a>, <a href="/docs/">home</a> and <a href="/files/x.yaml">a file</a>.</p>
      <div class="code" data-language="bash"><div class="code-title">Terminal</div><div class="code-box"><pre><code><span class="line"><span class="f">thv</span> run
</span><span class="line">thv list
</span></code></pre><div class="code-actions"><button>Copy</button></div></div></div>
      <div class="note note-tip"><p class="note-title"><i class="icon"></i>Tip</p><p>Careful.</p></div>
      <div class="tabs"><div role="tablist"><button role="tab">macOS</button></div>
        <div role="tabpanel" data-label="macOS"><p>brew</p></div><div role="tabpanel" data-label="Linux" hidden><p>apt</p></div></div>
      <details class="details"><summary>Why?</summary><div class="details-body"><p>Because.</p></div></details>
      <div class="diagram" role="img" aria-label="A calls B."><svg><text>A</text></svg></div>
      <div class="table"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1 | 2</td></tr></tbody></table></div>`),
    isPage,
  );

  expect(text).toContain("# Title\n\n## Part\n");
  expect(text).toContain("[the FAQ](/docs/faq.md#a), [home](/docs.md) and [a file](/files/x.yaml)");
  expect(text).toContain("Terminal:\n\n```bash\nthv run\nthv list\n```");
  expect(text).toContain("> **Tip**\n>\n> Careful.");
  expect(text).toContain("**macOS:**\n\nbrew\n\n**Linux:**\n\napt");
  expect(text).toContain("**Why?**\n\nBecause.");
  expect(text).toContain("Diagram: A calls B.");
  expect(text).toContain("| 1 \\| 2 |");
  expect(text).not.toMatch(/menu|Copy|<svg/);
});

test("WS-13 links within the site start with the origin where it is known; others stay as they are", () => {
  const body = `<p><a href="/docs/faq#a">a</a> <a href="#b">b</a> <a href="//c.example/">c</a> <a href="https://d.example/">d</a></p>`;
  expect(pageToMarkdown(page(body), isPage, "https://docs.example").trim()).toBe(
    "[a](https://docs.example/docs/faq.md#a) [b](#b) [c](//c.example/) [d](https://d.example/)",
  );
});
