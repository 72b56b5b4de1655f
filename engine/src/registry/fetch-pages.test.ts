import { expect, test } from "vitest";
import type { DocumentAnswer, FetchDocument } from "./fetch-document.ts";
import { fetchPages } from "./fetch-pages.ts";

const signal = new AbortController().signal;
const request = { url: "https://example.com/v0.1/servers?limit=5", allowPrivateIp: false, signal };

/** Answers with one text after the other, the last one for good. */
function source(...texts: string[]) {
  const urls: string[] = [];
  const fetchDocument: FetchDocument = async ({ url }): Promise<DocumentAnswer> => {
    urls.push(url);
    return { kind: "document", text: texts[Math.min(urls.length, texts.length) - 1] ?? "", validators: { etag: "1" } };
  };
  return { urls, fetchDocument };
}

const page = (cursor: unknown, size = 1): string =>
  JSON.stringify({ servers: Array.from({ length: size }, () => ({ name: "a" })), metadata: { next_cursor: cursor } });

test.each([
  ["a document that only talks of cursors", `{"servers":{"nextCursor":{}}}`],
  ["a last page", page(null)],
  ["an empty page", page("more", 0)],
  ["no list", `[{"nextCursor":1}]`],
])("%s stays as it is, with its validators", async (_, text) => {
  const { urls, fetchDocument } = source(text);
  expect(await fetchPages(request, { fetchDocument })).toEqual({ kind: "document", text, validators: { etag: "1" } });
  expect(urls).toHaveLength(1);
});

test("further pages are asked for as the address has it, and belong to one document", async () => {
  const { urls, fetchDocument } = source(page("x", 2), page(""));
  const servers = [{ name: "a" }, { name: "a" }, { name: "a" }];
  expect(await fetchPages(request, { fetchDocument })).toEqual({
    kind: "document",
    text: JSON.stringify({ servers }),
    validators: {},
  });
  expect(urls[1]).toBe("https://example.com/v0.1/servers?limit=5&cursor=x");
});

test("RG-06 a list that never ends is given up", async () => {
  let count = 0;
  const fetchDocument: FetchDocument = async () => ({ kind: "document", text: page(`${++count}`), validators: {} });
  await expect(fetchPages(request, { fetchDocument })).rejects.toThrow("its list has too many pages");
  expect(count).toBeLessThan(1000);
});

test("RG-06 pages together may not be larger than one document", async () => {
  let count = 0;
  const filler = " ".repeat(6 * 1024 * 1024);
  const fetchDocument: FetchDocument = async () => ({
    kind: "document",
    text: page(`${++count}`) + filler,
    validators: {},
  });
  await expect(fetchPages(request, { fetchDocument })).rejects.toThrow("its list has too many pages");
  expect(count).toBe(3);
});
