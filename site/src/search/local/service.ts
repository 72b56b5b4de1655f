import { openEngine, type Engine, type PageHit } from "../engine/engine.ts";
import type { IndexFile } from "../engine/index-file.ts";
import { highlight, snippetOf, type Part } from "../highlight.ts";

export interface LocalServiceDeps {
  /** Address of the folder with the index, ends with a slash. */
  readonly folder: string;
  readonly fetch: (
    url: string,
    options?: { cache?: "no-cache" | "reload" },
  ) => Promise<Pick<Response, "ok" | "status" | "json">>;
}

export interface FoundPage {
  readonly hit: PageHit;
  readonly titleParts: readonly Part[];
  readonly headingParts: readonly (readonly Part[])[];
}

export interface Found {
  readonly count: number;
  readonly pages: readonly FoundPage[];
  readonly suggestions: readonly string[];
}

/** Text of one section, to be quoted or cut to a snippet. */
export interface TextRequest {
  readonly textFile: string;
  readonly section: number;
  readonly terms: readonly string[];
}

export interface LocalService {
  load(): Promise<void>;
  search(query: string, options: { tags: readonly string[]; from: number; max: number }): Promise<Found>;
  /** One entry for each request; undefined where the text is not to be had. */
  snippets(requests: readonly TextRequest[]): Promise<readonly (readonly Part[] | undefined)[]>;
  texts(requests: readonly TextRequest[]): Promise<readonly (string | undefined)[]>;
}

/** More sections of one page are not shown; the text before any heading does not count. */
const MAX_SECTIONS = 3;

/** The index and the texts around it, as they run inside the worker. */
export function createLocalService({ folder, fetch }: LocalServiceDeps): LocalService {
  let engine: Promise<Engine> | undefined;
  const pageTexts = new Map<string, Promise<readonly string[]>>();

  return {
    async load() {
      await getEngine();
    },

    async search(query, { tags, from, max }) {
      const { search, suggest } = await getEngine();
      const hits = search(query, { tags });
      const pages = hits.slice(from, from + max).map(toFound);
      return { count: hits.length, pages, suggestions: hits.length === 0 ? suggest(query) : [] };
    },

    snippets: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          const text = await getText(request);
          return text === undefined ? undefined : snippetOf(text, request.terms);
        }),
      ),

    texts: (requests) => Promise.all(requests.map(getText)),
  };

  /** A failure is forgotten, so that the next call tries again. */
  function getEngine(): Promise<Engine> {
    engine ??= openIndex().catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
    return engine;
  }

  /** A cached file of another version is asked for once more, past all caches. */
  async function openIndex(): Promise<Engine> {
    const file = await getJson<IndexFile>("index.json", "no-cache");
    try {
      return openEngine(file);
    } catch {
      return openEngine(await getJson<IndexFile>("index.json", "reload"));
    }
  }

  async function getText({ textFile, section }: TextRequest): Promise<string | undefined> {
    let texts = pageTexts.get(textFile);
    if (!texts) pageTexts.set(textFile, (texts = getJson<string[]>(`${textFile}.json`)));
    try {
      return (await texts)[section];
    } catch {
      pageTexts.delete(textFile);
      return undefined;
    }
  }

  async function getJson<T>(name: string, cache?: "no-cache" | "reload"): Promise<T> {
    const response = await fetch(folder + name, cache && { cache });
    if (response.status === 404 && name !== "index.json") engine = undefined; // The site was published anew since.
    if (!response.ok) throw new Error(`cannot load "${folder}${name}": status ${response.status}`);
    return (await response.json()) as T;
  }
}

function toFound(page: PageHit): FoundPage {
  const shown = new Set(page.sections.filter(({ section }) => section > 0).slice(0, MAX_SECTIONS));
  const sections = page.sections.filter((hit) => hit.section === 0 || shown.has(hit));
  const terms = page.sections.flatMap((section) => section.terms);
  return {
    hit: { ...page, sections },
    titleParts: highlight(page.title, terms),
    headingParts: sections.map((section) => highlight(section.heading, section.terms)),
  };
}
