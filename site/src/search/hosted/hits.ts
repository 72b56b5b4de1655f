import type { ResultPage, ResultSection } from "../backend.ts";
import type { Part } from "../highlight.ts";

/** A record of the hosted index, as far as it is read. Nothing in it is trusted to be there. */
export interface HostedHit {
  readonly url?: string;
  readonly url_without_anchor?: string;
  readonly type?: string;
  readonly content?: string | null;
  readonly hierarchy?: Readonly<Record<string, string | null | undefined>>;
  readonly _snippetResult?: HostedMarks;
  readonly _highlightResult?: HostedMarks;
}

interface HostedMarks {
  readonly content?: { readonly value?: string };
  readonly hierarchy?: Readonly<Record<string, { readonly value?: string } | undefined>>;
}

const LEVELS = ["lvl6", "lvl5", "lvl4", "lvl3", "lvl2"] as const;

/** Records of the same page become one page with its sections, in the order they came. */
export function pagesFrom(hits: readonly HostedHit[], toSitePath: (url: string) => string): ResultPage[] {
  const pages = new Map<string, { page: ResultPage; sections: ResultSection[] }>();
  for (const hit of hits) {
    if (!hit.url) continue;
    const url = toSitePath(hit.url);
    const pageUrl = url.split("#", 1)[0]!;
    const title = hit.hierarchy?.["lvl1"] ?? hit.hierarchy?.["lvl0"] ?? pageUrl;
    let entry = pages.get(pageUrl);
    if (!entry) {
      const sections: ResultSection[] = [];
      const crumbs = hit.hierarchy?.["lvl0"] ? [hit.hierarchy["lvl0"]] : [];
      const page = {
        url: pageUrl,
        title: unescape(title),
        titleParts: marked(hit, "lvl1", title),
        crumbs: crumbs.map(unescape),
        sections,
      };
      pages.set(pageUrl, (entry = { page, sections }));
    }
    addHit(entry, hit, url);
  }
  return [...pages.values()].map(({ page }) => page);
}

/** Full addresses of the site become paths in it, unless they match the pattern of outside ones. */
export function sitePathOf(
  url: string,
  { externalUrlRegex, baseUrl }: { externalUrlRegex?: string; baseUrl: string },
): string {
  if (externalUrlRegex && new RegExp(externalUrlRegex).test(url)) return url;
  const { pathname, search, hash } = new URL(url, "http://site");
  const path = pathname.startsWith(baseUrl) ? pathname : baseUrl.replace(/\/$/, "") + pathname;
  return path + search + hash;
}

/** `a <mark>b</mark>` as parts. The service escapes what it marks, so entities are turned back. */
export function partsFrom(value: string): Part[] {
  return value
    .split(/(<mark>[\s\S]*?<\/mark>)/)
    .filter(Boolean)
    .map((piece) => {
      const [, match] = /^<mark>([\s\S]*)<\/mark>$/.exec(piece) ?? [];
      return { text: unescape(match ?? piece), isMatch: match !== undefined };
    });
}

function addHit(entry: { page: ResultPage; sections: ResultSection[] }, hit: HostedHit, url: string): void {
  const level = LEVELS.find((name) => hit.hierarchy?.[name]);
  const snippet = hit.content ? partsFrom(hit._snippetResult?.content?.value ?? hit.content) : undefined;
  if (!level || url === entry.page.url) {
    if (snippet && !entry.page.snippet) Object.assign(entry.page, { snippet });
    return;
  }
  const heading = marked(hit, level, hit.hierarchy?.[level] ?? "");
  entry.sections.push({ url, heading, isContent: hit.type === "content", ...(snippet ? { snippet } : {}) });
}

function marked(hit: HostedHit, level: string, plain: string): Part[] {
  return partsFrom(
    hit._highlightResult?.hierarchy?.[level]?.value ?? hit._snippetResult?.hierarchy?.[level]?.value ?? plain,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&",
};

function unescape(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
