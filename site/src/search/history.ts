/** A page that was opened from the search, to be opened again. */
export interface SavedSearch {
  readonly url: string;
  readonly title: string;
  /** The page, when the title is that of a heading in it. */
  readonly page?: string;
}

export interface SavedConversation {
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  readonly isGood?: boolean;
}

/** What a browser keeps of a reader's searches; nowhere else. */
export interface History {
  readonly recent: readonly SavedSearch[];
  readonly favorites: readonly SavedSearch[];
  readonly conversations: readonly SavedConversation[];
}

export type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

const KEY = "toolhaven.search";
const MAX_RECENT = 7;
const MAX_CONVERSATIONS = 5;

export interface HistoryStore {
  readonly get: () => History;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Puts a page first among the recent ones, unless it is a favourite. */
  remember(search: SavedSearch): void;
  /** A recent search becomes a favourite. */
  save(search: SavedSearch): void;
  removeRecent(search: SavedSearch): void;
  removeFavorite(search: SavedSearch): void;
  keep(conversation: SavedConversation): void;
  removeConversation(conversation: SavedConversation): void;
}

/** `open` may throw or answer nothing where storage is switched off: the history then lives as long as the page. */
export function createHistory(open: () => Storage | undefined): HistoryStore {
  let history = read();
  const listeners = new Set<() => void>();
  const without = (searches: readonly SavedSearch[], { url }: SavedSearch) =>
    searches.filter((other) => other.url !== url);

  return {
    get: () => history,

    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },

    remember(search) {
      if (history.favorites.some(({ url }) => url === search.url)) return;
      change({ recent: [search, ...without(history.recent, search)].slice(0, MAX_RECENT) });
    },

    save(search) {
      change({ recent: without(history.recent, search), favorites: [search, ...without(history.favorites, search)] });
    },

    removeRecent: (search) => change({ recent: without(history.recent, search) }),
    removeFavorite: (search) => change({ favorites: without(history.favorites, search) }),

    keep(conversation) {
      const others = history.conversations.filter(({ question }) => question !== conversation.question);
      change({ conversations: [conversation, ...others].slice(0, MAX_CONVERSATIONS) });
    },

    removeConversation({ question }) {
      change({ conversations: history.conversations.filter((other) => other.question !== question) });
    },
  };

  function change(part: Partial<History>): void {
    history = { ...history, ...part };
    attempt(() => open()?.setItem(KEY, JSON.stringify(history)));
    for (const listener of listeners) listener();
  }

  /** What others wrote under the same key, or an older version of this script, counts as nothing. */
  function read(): History {
    const stored = attempt(() => JSON.parse(open()?.getItem(KEY) ?? "null") as unknown);
    return { recent: listIn(stored, "recent"), favorites: listIn(stored, "favorites"), conversations: talksIn(stored) };
  }
}

function listIn(stored: unknown, key: "recent" | "favorites"): SavedSearch[] {
  return entriesOf(stored, key).filter(
    (entry): entry is SavedSearch & Record<string, unknown> =>
      typeof entry["url"] === "string" && entry["url"].startsWith("/") && typeof entry["title"] === "string",
  );
}

function talksIn(stored: unknown): SavedConversation[] {
  return entriesOf(stored, "conversations").filter(
    (entry): entry is SavedConversation & Record<string, unknown> =>
      typeof entry["question"] === "string" && typeof entry["answer"] === "string" && Array.isArray(entry["sources"]),
  );
}

function entriesOf(stored: unknown, key: keyof History): Record<string, unknown>[] {
  const list: unknown = (stored as Partial<Record<keyof History, unknown>> | null)?.[key];
  return Array.isArray(list) ? list.filter((entry) => typeof entry === "object" && entry !== null) : [];
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined; // Storage is switched off, full, or holds something else.
  }
}
