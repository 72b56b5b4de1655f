import { openApiDocument } from "@toolhaven/contract/openapi";
import type { Handlers } from "@toolhaven/contract/routes";
import { ROUTES } from "@toolhaven/contract/routes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { systemHandlers } from "../handlers/system.ts";
import type { ApiDocument } from "./document.ts";
import { renderPage } from "./page.ts";

const document = openApiDocument({ version: "v1.2.3" }) as unknown as ApiDocument;
const page = renderPage(document);
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe("the reference page", () => {
  test("SV-11 has every call and every schema under an anchor of its own", () => {
    expect(ids).toEqual(expect.arrayContaining(Object.keys(ROUTES)));
    expect(ids).toEqual(
      expect.arrayContaining(Object.keys(document.components.schemas).map((name) => `schema-${name}`)),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("links only to what it holds, and loads nothing", () => {
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link);
    const anchors = links.filter((link) => link.startsWith("#")).map((link) => link.slice(1));
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
    expect(links.filter((link) => !link.startsWith("#"))).toEqual(["data:,", "/api/openapi.json"]);
    expect(page).not.toMatch(/<script|<img|<iframe|@import|url\(|\son\w+=| style=/i);
  });

  test("is small", () => {
    expect(Buffer.byteLength(page)).toBeLessThan(300_000);
  });

  test("every element is closed where it was opened", () => {
    const open: string[] = [];
    for (const [, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (["meta", "link"].includes(name)) continue;
      if (slash && open.at(-1) === name) open.pop();
      else open.push(`${slash}${name}`);
    }
    expect(open).toEqual([]);
  });

  test("SV-11 nothing the document says can become markup", () => {
    const bait = fc.constantFrom("<b>", '"x', "'x", "</style>", "<script>", "&lt;", "`<i>`", "a\u0000b");
    fc.assert(
      fc.property(bait, (text) => {
        const poisoned = JSON.parse(
          JSON.stringify(document, (key, value: unknown) =>
            ["description", "summary", "title", "version"].includes(key) && typeof value === "string" ? text : value,
          ),
        ) as ApiDocument;
        const tags = (html: string): string[] => html.match(/<[a-z/!][^>]*>/gi) ?? [];
        const plain = new Set(tags(page).map((tag) => tag.replaceAll(/"[^"]*"/g, '""')));
        const strange = tags(renderPage(poisoned)).filter((tag) => !plain.has(tag.replaceAll(/"[^"]*"/g, '""')));
        expect(strange.filter((tag) => tag !== "<code>" && tag !== "</code>")).toEqual([]);
      }),
      { numRuns: 16 },
    );
  });
});

test("SV-11 the page is served with a policy that lets nothing run", async () => {
  const handlers = systemHandlers({ version: "v1.2.3" }) as Handlers;
  const app = createApp({ handlers, bindHost: undefined, onUnexpected: () => undefined });
  const response = await app.request("/api/doc");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(await response.text()).toBe(page);
  expect((await app.request("/api/doc", { method: "POST" })).headers.get("allow")).toBe("GET");
});
