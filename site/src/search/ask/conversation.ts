import type { AskEvent, Source, Turn } from "./assistant.ts";

/** A question and what came of it. */
export interface Exchange {
  readonly question: string;
  readonly status: "thinking" | "searching" | "streaming" | "done" | "stopped" | "failed";
  /** What the assistant looked for, and whether it is still at it. */
  readonly searches: readonly { readonly query: string; readonly isDone: boolean }[];
  /** Markdown; grows while streaming. */
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly answerId?: string;
  readonly isGood?: boolean;
}

export type ConversationEvent =
  | { readonly kind: "asked"; readonly question: string }
  | AskEvent
  | { readonly kind: "ended"; readonly how: "done" | "stopped" | "failed" }
  | { readonly kind: "rated"; readonly number: number; readonly isGood: boolean }
  | { readonly kind: "resumed"; readonly exchange: Exchange };

export function isBusy(exchanges: readonly Exchange[]): boolean {
  return ["thinking", "searching", "streaming"].includes(exchanges.at(-1)?.status ?? "done");
}

/** The conversation after something happened. What comes after the end of an exchange changes nothing. */
export function advance(exchanges: readonly Exchange[], event: ConversationEvent): readonly Exchange[] {
  if (event.kind === "asked") return [...exchanges, newExchange(event.question)];
  if (event.kind === "resumed") return [event.exchange];
  if (event.kind === "rated") {
    return exchanges.map((exchange, number) =>
      number === event.number ? { ...exchange, isGood: event.isGood } : exchange,
    );
  }
  const last = exchanges.at(-1);
  if (!last || !isBusy(exchanges)) return exchanges;
  return [...exchanges.slice(0, -1), continueExchange(last, event)];
}

/** What the assistant is told of the conversation: questions and the answers that were given. */
export function turnsOf(exchanges: readonly Exchange[]): Turn[] {
  return exchanges.flatMap(({ question, answer }): Turn[] => [
    { role: "user", text: question },
    ...(answer === "" ? [] : [{ role: "assistant", text: answer } as const]),
  ]);
}

export function newExchange(question: string): Exchange {
  return { question, status: "thinking", searches: [], answer: "", sources: [] };
}

type Continuation = Exclude<ConversationEvent, { kind: "asked" | "rated" | "resumed" }>;

function continueExchange(exchange: Exchange, event: Continuation): Exchange {
  switch (event.kind) {
    case "searching":
      return {
        ...exchange,
        status: "searching",
        searches: [...exchange.searches, { query: event.query, isDone: false }],
      };
    case "searched":
      return {
        ...exchange,
        searches: exchange.searches.map(({ query }) => ({ query: query || event.query, isDone: true })),
      };
    case "text":
      return { ...exchange, status: "streaming", answer: exchange.answer + event.text };
    case "source":
      return {
        ...exchange,
        sources: [...exchange.sources.filter(({ url }) => url !== event.source.url), event.source],
      };
    case "id":
      return { ...exchange, answerId: event.id };
    case "ended":
      return { ...exchange, status: event.how };
    default:
      return event satisfies never;
  }
}
