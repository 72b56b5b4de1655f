import type { SearchBackend } from "../backend.ts";
import type { HostedSettings } from "../settings.ts";
import { pagesFrom, sitePathOf, type HostedHit } from "./hits.ts";

export interface HostedBackendDeps {
  readonly settings: HostedSettings;
  readonly fetch: (url: string, options: RequestInit) => Promise<Pick<Response, "ok" | "status" | "json">>;
  readonly locale: string;
  /** Facet values of pages to be found. */
  readonly tags: readonly string[];
  readonly baseUrl: string;
}

interface HostedResult {
  readonly hits?: readonly HostedHit[];
  readonly nbHits?: number;
}

/** Shown records per call; several may belong to one page. */
const MAX_HITS = 20;
const LEVELS = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

/** Asks a service that speaks Algolia's query protocol. One host after the other is tried until one answers. */
export function createHostedBackend(deps: HostedBackendDeps): SearchBackend {
  const { settings, baseUrl } = deps;
  const toSitePath = (url: string): string => sitePathOf(url, { ...settings, baseUrl });

  return {
    warmUp() {},

    async search(query, { signal, from, max }) {
      const body = JSON.stringify({ requests: [requestFor(query, deps, { from, max })] });
      const { results } = (await post(body, deps, signal)) as { results?: HostedResult[] };
      const { hits = [], nbHits = hits.length } = results?.[0] ?? {};
      return { count: nbHits, pages: pagesFrom(hits, toSitePath), suggestions: suggestionsFor(query, hits) };
    },

    withSnippets: async (pages) => pages,
  };
}

/** The hosts of an application: one near the reader, then three that stand in for it. */
export function hostsOf({ appId, hosts }: HostedSettings): readonly string[] {
  const id = appId.toLowerCase();
  return (
    hosts ?? [`https://${id}-dsn.algolia.net`, ...[1, 2, 3].map((number) => `https://${id}-${number}.algolianet.com`)]
  );
}

/** One query in the shape that the service's own documentation search sends. */
export function requestFor(
  query: string,
  deps: Pick<HostedBackendDeps, "settings" | "locale" | "tags">,
  range: { from: number; max: number },
) {
  const hitsPerPage = Math.min(MAX_HITS, range.max);
  return {
    query,
    indexName: deps.settings.indexName,
    attributesToRetrieve: [...LEVELS.map((level) => `hierarchy.${level}`), "content", "type", "url"],
    attributesToSnippet: [...LEVELS.slice(1).map((level) => `hierarchy.${level}:15`), "content:15"],
    snippetEllipsisText: "…",
    highlightPreTag: "<mark>",
    highlightPostTag: "</mark>",
    hitsPerPage,
    page: Math.floor(range.from / hitsPerPage),
    clickAnalytics: false,
    facetFilters: [`language:${deps.locale}`, deps.tags.map((tag) => `docusaurus_tag:${tag}`)],
  };
}

async function post(body: string, { settings, fetch }: HostedBackendDeps, signal: AbortSignal): Promise<unknown> {
  let failure: unknown;
  for (const host of hostsOf(settings)) {
    try {
      const response = await fetch(`${host}/1/indexes/*/queries`, {
        method: "POST",
        signal,
        body,
        headers: {
          "content-type": "application/json",
          "x-algolia-application-id": settings.appId,
          "x-algolia-api-key": settings.apiKey,
        },
      });
      if (response.ok) return await response.json();
      failure = new Error(`search service answered ${response.status}`);
      if (response.status < 500) break; // It understood and refused: other hosts would too.
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

/** Shorter queries, where a longer one found nothing. */
function suggestionsFor(query: string, hits: readonly HostedHit[]): string[] {
  const words = query.trim().split(/\s+/);
  if (hits.length > 0 || words.length < 2) return [];
  return [...new Set([words.slice(0, -1).join(" "), ...words])].slice(0, 3);
}
