import { AppError } from "@toolhaven/contract/errors";
import { type DocumentAnswer, type DocumentRequest, type FetchDocument, MAX_DOCUMENT_BYTES } from "./fetch-document.ts";
import { parseJson } from "./json-text.ts";

const MAX_PAGES = 500;
/** The most the MCP registry's API gives at once. */
const PAGE_SIZE = "100";
const TOTAL_MS = 30_000;

/**
 * Fetches a document, and when it is the first page of a list the further ones too: the result is one document, under
 * the limits of one. What comes in pages has no validators, since each page only speaks for itself.
 * @throws AppError `invalid_input`
 */
export async function fetchPages(
  request: DocumentRequest,
  { fetchDocument }: { fetchDocument: FetchDocument },
): Promise<DocumentAnswer> {
  const first = await fetchDocument(request);
  if (first.kind === "unchanged" || !/"next_?cursor"/i.test(first.text)) return first;
  const startedMs = performance.now();
  let page = pageOf(first.text);
  if (page.cursor === undefined) return first;
  const servers: unknown[] = [...page.servers];
  const cursors = new Set<string>();
  let length = first.text.length;
  while (page.cursor !== undefined) {
    if (cursors.has(page.cursor)) throw new AppError("invalid_input", "the pages of its list lead in a circle");
    cursors.add(page.cursor);
    const next = await fetchDocument({ ...request, url: urlOfPage(request.url, page.cursor), validators: {} });
    if (next.kind === "unchanged") break;
    length += next.text.length;
    if (length > MAX_DOCUMENT_BYTES || cursors.size === MAX_PAGES || performance.now() - startedMs > TOTAL_MS) {
      throw new AppError("invalid_input", "its list has too many pages; narrow it down in the address");
    }
    page = pageOf(next.text);
    servers.push(...page.servers);
  }
  return { kind: "document", text: JSON.stringify({ servers }), validators: {} };
}

interface Page {
  readonly servers: readonly unknown[];
  readonly cursor: string | undefined;
}

function pageOf(text: string): Page {
  const value = parseJson(text) as { servers?: unknown; metadata?: Record<string, unknown> | null } | null;
  if (!Array.isArray(value?.servers)) return { servers: [], cursor: undefined };
  const cursor = value.metadata?.["nextCursor"] ?? value.metadata?.["next_cursor"];
  // A page without servers that points on would never come to an end.
  const isLast = typeof cursor !== "string" || cursor === "" || value.servers.length === 0;
  return { servers: value.servers, cursor: isLast ? undefined : cursor };
}

function urlOfPage(first: string, cursor: string): string {
  const url = new URL(first);
  url.searchParams.set("cursor", cursor);
  if (!url.searchParams.has("limit")) url.searchParams.set("limit", PAGE_SIZE);
  return url.href;
}
