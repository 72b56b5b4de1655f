import { createEndpointAssistant } from "./ask/endpoint.ts";
import type { Assistant } from "./ask/assistant.ts";
import { createHostedAssistant } from "./ask/hosted.ts";
import { createQuotingAssistant } from "./ask/quote.ts";
import { createRetrieve } from "./ask/retrieve.ts";
import type { SearchBackend } from "./backend.ts";
import { createHistory, type HistoryStore } from "./history.ts";
import { createHostedBackend } from "./hosted/backend.ts";
import { createLocalBackend, type WorkerPort } from "./local/backend.ts";
import { tagsOf, type SearchSettings } from "./settings.ts";

export interface OpenSearchDeps {
  readonly settings: SearchSettings;
  readonly locale: string;
  readonly baseUrl: string;
  readonly openWorker: () => WorkerPort;
}

export interface Search {
  readonly backend: SearchBackend;
  readonly assistant: Assistant;
  readonly store: HistoryStore;
}

/** Puts the search together as it is configured. Nothing is loaded before it is used. */
export function openSearch({ settings, locale, baseUrl, openWorker }: OpenSearchDeps): Search {
  const tags = tagsOf();
  const local = createLocalBackend({ openWorker, tags });
  const ask = (): Assistant => {
    const retrieve = createRetrieve(local.service);
    if (settings.ask?.kind === "endpoint")
      return createEndpointAssistant({ settings: settings.ask, fetch: ownFetch, retrieve, tags });
    if (settings.ask?.kind === "hosted") {
      const newId = (): string => crypto.randomUUID();
      return createHostedAssistant({ settings: settings.ask, fetch: ownFetch, locale, tags, newId, now: Date.now });
    }
    return createQuotingAssistant({ retrieve, tags });
  };
  const backend = settings.hosted
    ? createHostedBackend({ settings: settings.hosted, fetch: ownFetch, locale, tags, baseUrl })
    : local;
  return { backend, assistant: ask(), store: createHistory(() => localStorage) };
}

/** `fetch` breaks when it is called as a method of something else. */
const ownFetch = (url: string, options: RequestInit): Promise<Response> => fetch(url, options);
