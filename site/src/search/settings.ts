/** How the site searches; what is left out is answered by the site's own index. */
export interface SearchSettings {
  /** A service that speaks the query protocol of Algolia. */
  readonly hosted?: HostedSettings;
  readonly ask?: AskSettings;
  /** Where all results of a query are shown, below the base; `false` when the site has no such page. */
  readonly searchPagePath: string | false;
  /** Where readers tell of a query without results; `{query}` is replaced. */
  readonly reportUrl?: string;
}

export interface HostedSettings {
  readonly appId: string;
  /** May only search: it is public. */
  readonly apiKey: string;
  readonly indexName: string;
  /** Pattern of result addresses that lead outside of the site. */
  readonly externalUrlRegex?: string;
  /** Tried in order; by default those of the provider. */
  readonly hosts?: readonly string[];
}

export type AskSettings =
  | {
      readonly kind: "hosted";
      readonly assistantId: string;
      readonly appId: string;
      readonly apiKey: string;
      readonly indexName: string;
      readonly host?: string;
    }
  | {
      /** Anything that speaks the chat-completions protocol of OpenAI. */
      readonly kind: "endpoint";
      /** Full address of the call, e.g. `http://localhost:11434/v1/chat/completions`. */
      readonly url: string;
      readonly model: string;
      /** Public: every reader's browser sends it. */
      readonly key?: string;
    };

/** Pages that the search of the documentation shows: its own, and those that stand beside it. */
export const tagsOf = (): readonly string[] => ["default", "docs-default-current"];
