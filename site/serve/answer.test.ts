import { describe, expect, test } from "vitest";
import { answer, type Question } from "./answer.ts";
import type { StaticFile } from "./files.ts";

const file = (text: string, options: Partial<StaticFile> = {}): StaticFile => ({
  type: "text/html; charset=utf-8",
  etag: '"1"',
  isHashed: false,
  body: Buffer.from(text),
  codings: new Map(),
  ...options,
});
const files = new Map([
  ["/index.html", file("home")],
  [
    "/docs/faq/index.html",
    file("faq", {
      codings: new Map([
        ["br", Buffer.from("b")],
        ["gzip", Buffer.from("g")],
      ]),
    }),
  ],
  ["/docs/faq.md", file("# faq", { type: "text/markdown; charset=utf-8" })],
  ["/assets/js/main.0123abcd.js", file("code", { type: "text/javascript; charset=utf-8", isHashed: true })],
  ["/404.html", file("missing")],
]);
const site = { files, headers: { "content-security-policy": "default-src 'none'" }, baseUrl: "/" };
const ask = (url: string, question: Partial<Question> = {}) => {
  const { status, headers, body } = answer(site, { method: "GET", url, headers: {}, ...question });
  return { status, headers, text: body?.toString() };
};

describe("answers", () => {
  test("WS-18 a page is found with and without a slash, and asks for confirmation each time", () => {
    for (const url of ["/docs/faq", "/docs/faq/", "/docs/faq?q=1"]) {
      expect(ask(url)).toMatchObject({ status: 200, text: "faq", headers: { "cache-control": /must-revalidate/ } });
    }
    expect(ask("/docs/faq", { headers: { "if-none-match": '"1"' } })).toMatchObject({ status: 304, text: undefined });
  });

  test("WS-18 a hashed file may be kept for ever", () => {
    expect(ask("/assets/js/main.0123abcd.js").headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test.each([
    ["gzip, deflate, br", "br", "b"],
    ["gzip", "gzip", "g"],
    ["br;q=0, gzip;q=0.5", "gzip", "g"],
    ["identity", undefined, "faq"],
  ])("WS-18 who accepts %s gets %s", (accepted, coding, text) => {
    const got = ask("/docs/faq", { headers: { "accept-encoding": accepted } });
    expect(got.headers["content-encoding"]).toBe(coding);
    expect(got.text).toBe(text);
  });

  test("WS-18 who asks for Markdown gets it at the page's own address", () => {
    expect(ask("/docs/faq", { headers: { accept: "text/markdown, text/html;q=0.5" } })).toMatchObject({
      text: "# faq",
    });
    expect(ask("/docs/faq").headers["vary"]).toContain("accept");
  });

  test("WS-18 every answer has the policy for scripts, the not-found page and refusals too", () => {
    expect(ask("/nowhere")).toMatchObject({ status: 404, text: "missing" });
    expect(ask("/docs/faq", { method: "POST" }).status).toBe(405);
    expect(ask("/%").status).toBe(400);
    for (const url of ["/", "/nowhere", "/%"]) expect(ask(url).headers["content-security-policy"]).toContain("'none'");
  });

  test.each(["/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//example.test/faq", "/docs\\..\\faq"])(
    "WS-18 %s leads out of the site as little as anywhere",
    (url) => {
      expect(ask(url)).toMatchObject({ status: 404, text: "missing" });
    },
  );

  test("WS-18 below a base URL nothing else is answered", () => {
    const below = { ...site, baseUrl: "/docs-site/" };
    const status = (url: string) => answer(below, { method: "GET", url, headers: {} }).status;
    expect([status("/docs-site/docs/faq"), status("/docs/faq")]).toEqual([200, 404]);
  });

  test("WS-03 an address that ends in .html leads to the clean one with its query", () => {
    expect(ask("/docs/faq.html?x=1")).toMatchObject({ status: 308, headers: { location: "/docs/faq?x=1" } });
    expect(ask("/index.html")).toMatchObject({ status: 308, headers: { location: "/" } });
  });
});
