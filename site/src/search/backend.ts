import type { Part } from "./highlight.ts";

/** Whatever answers queries: the index in the browser, or a hosted service. */
export interface SearchBackend {
  /** Gets ready for a first query; called when the reader comes near the search button. */
  warmUp(): void;
  /** Rejects when there is no answer to be had, and with the signal's reason when it is aborted. */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** The same pages with texts around the matches; what cannot be had stays away. */
  withSnippets(pages: readonly ResultPage[], options: { signal: AbortSignal }): Promise<readonly ResultPage[]>;
}

export interface SearchOptions {
  readonly signal: AbortSignal;
  /** How many pages to skip, and how many to answer at most. */
  readonly from: number;
  readonly max: number;
}

export interface SearchAnswer {
  /** All pages that answer, shown or not. */
  readonly count: number;
  readonly pages: readonly ResultPage[];
  /** Queries worth trying when there is no page. */
  readonly suggestions: readonly string[];
}

export interface ResultPage {
  /** In-site path, or a full address when it leads elsewhere. */
  readonly url: string;
  readonly title: string;
  readonly titleParts: readonly Part[];
  /** Sidebar labels above the page, outermost first. */
  readonly crumbs: readonly string[];
  /** Around the match in the text before any heading. */
  readonly snippet?: readonly Part[];
  readonly sections: readonly ResultSection[];
}

export interface ResultSection {
  readonly url: string;
  readonly heading: readonly Part[];
  /** True when the words were found in the text, not in the heading. */
  readonly isContent: boolean;
  readonly snippet?: readonly Part[];
}
