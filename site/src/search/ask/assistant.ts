/** Whatever answers questions: the documentation itself, a model behind an endpoint, or a hosted assistant. */
export interface Assistant {
  /** False when answers are only quotations. */
  readonly isGenerated: boolean;
  /** Takes the conversation so far, the question last. Ends with the answer; throws when there is none. */
  ask(turns: readonly Turn[], options: { signal: AbortSignal }): AsyncIterable<AskEvent>;
  /** Tells the service what the reader thought of an answer. */
  rate?(answerId: string, isGood: boolean): Promise<void>;
}

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export type AskEvent =
  | { readonly kind: "searching"; readonly query: string }
  | { readonly kind: "searched"; readonly query: string }
  /** More of the answer, in Markdown. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "source"; readonly source: Source }
  /** What the service calls its answer. */
  | { readonly kind: "id"; readonly id: string };

export interface Source {
  readonly title: string;
  readonly url: string;
}
