import { createHash } from "node:crypto";
import type { Handlers } from "@toolhaven/contract/routes";
import type { ApiDocument } from "./document.ts";
import { renderPage } from "./page.ts";
import { STYLE } from "./style.ts";

export const REFERENCE_PATH = "/api/doc";

/** Nothing runs, nothing is loaded, and the one style is the one we wrote. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
};

/** The reference as a web page, made from the document when first asked for. */
export function referencePage(getDocument: Handlers["getOpenApi"]): () => Promise<Response> {
  let page: string | undefined;
  return async () => {
    if (page === undefined) {
      const { signal } = new AbortController();
      const document = await getDocument({ params: undefined, query: undefined, body: undefined, signal });
      page = renderPage(document as unknown as ApiDocument);
    }
    return new Response(page, { headers: HEADERS });
  };
}
