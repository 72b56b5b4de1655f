import type { ResultPage, ResultSection, SearchBackend } from "../backend.ts";
import { callsTo, type Port, type Remote } from "./calls.ts";
import type { Found, FoundPage, LocalService, TextRequest } from "./service.ts";

/** A running worker. */
export interface WorkerPort extends Port {
  addEventListener(kind: "message", listener: (event: MessageEvent) => unknown): void;
  addEventListener(kind: "error", listener: (event: ErrorEvent) => unknown): void;
  terminate(): void;
}

export interface LocalBackendDeps {
  readonly openWorker: () => WorkerPort;
  /** Facet values of pages to be found. */
  readonly tags: readonly string[];
}

export interface LocalBackend extends SearchBackend {
  readonly service: () => LocalService;
}

/** Searches the site's own index in a worker, which is started when it is first needed and again after it broke. */
export function createLocalBackend({ openWorker, tags }: LocalBackendDeps): LocalBackend {
  let remote: Remote | undefined;
  /** What a page's text requests are, known from the answer that showed it. */
  const requests = new WeakMap<ResultPage, readonly TextRequest[]>();

  return {
    service,

    warmUp() {
      void service()
        .load()
        .catch(() => undefined); // The search that follows says what is wrong.
    },

    async search(query, { signal, from, max }) {
      const found = await until(signal, service().search(query, { tags, from, max }));
      return toAnswer(found);
    },

    async withSnippets(pages, { signal }) {
      const lists = pages.map((page) => requests.get(page) ?? []);
      const snippets = await until(signal, service().snippets(lists.flat()));
      let next = 0;
      return pages.map((page, number) => {
        const own = snippets.slice(next, (next += lists[number]!.length));
        const first = lists[number]!.findIndex(({ section }) => section === 0);
        const others = own.filter((_, at) => at !== first);
        return {
          ...page,
          ...(first >= 0 && own[first] ? { snippet: own[first] } : {}),
          sections: page.sections.map((section, at) => ({
            ...section,
            ...(others[at] ? { snippet: others[at] } : {}),
          })),
        };
      });
    },
  };

  function service(): LocalService {
    remote ??= start();
    return remote.service;
  }

  function start(): Remote {
    const worker = openWorker();
    const calls = callsTo(worker);
    worker.addEventListener("error", ({ message }) => {
      remote = undefined;
      worker.terminate();
      calls.fail(new Error(`search worker stopped: ${message || "it could not be loaded"}`));
    });
    return calls;
  }

  function toAnswer({ count, pages, suggestions }: Found) {
    return { count, suggestions, pages: pages.map(toResultPage) };
  }

  function toResultPage({ hit, titleParts, headingParts }: FoundPage): ResultPage {
    const { url, title, crumbs, textFile } = hit;
    const sections = hit.sections.flatMap(({ section, anchor }, number): ResultSection[] => {
      const heading = headingParts[number] ?? [];
      if (section === 0) return [];
      return [{ url: `${url}#${anchor}`, heading, isContent: !heading.some(({ isMatch }) => isMatch) }];
    });
    const page = { url, title, titleParts, crumbs, sections };
    const own = hit.sections.map(({ section, terms }) => ({ textFile, section, terms }));
    const hasFirst = own.some(({ section }) => section === 0);
    requests.set(page, hasFirst ? own : [{ textFile, section: 0, terms: own[0]?.terms ?? [] }, ...own]);
    return page;
  }
}

/** The promise, or a rejection as soon as nobody waits for it any more. */
async function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
