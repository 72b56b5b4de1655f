import { useEffect, useReducer, useRef } from "react";
import type { HistoryStore, SavedConversation } from "../history.ts";
import type { Assistant } from "./assistant.ts";
import { advance, isBusy, newExchange, turnsOf, type ConversationEvent, type Exchange } from "./conversation.ts";
import { linksIn, readMarkdown } from "./markdown.ts";

export interface Conversation {
  readonly exchanges: readonly Exchange[];
  readonly isBusy: boolean;
  readonly ask: (question: string) => void;
  readonly stop: () => void;
  readonly rate: (number: number, isGood: boolean) => void;
  readonly resume: (saved: SavedConversation) => void;
}

/** A conversation that lives as long as the dialog; each answer is kept in the history. */
export function useConversation(assistant: Assistant, store: HistoryStore): Conversation {
  const [exchanges, dispatch] = useReducer(advance, []);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return {
    exchanges,
    isBusy: isBusy(exchanges),
    ask: (question) => void ask(question.trim()),
    stop: () => running.current?.abort(),
    rate,
    resume: ({ question, answer, sources, isGood }) =>
      dispatch({
        kind: "resumed",
        exchange: {
          ...newExchange(question),
          status: "done",
          answer,
          sources,
          ...(isGood === undefined ? {} : { isGood }),
        },
      }),
  };

  async function ask(question: string): Promise<void> {
    if (question === "" || isBusy(exchanges)) return;
    const control = new AbortController();
    running.current = control;
    let now = exchanges;
    const tell = (event: ConversationEvent): void => {
      now = advance(now, event);
      dispatch(event);
    };
    tell({ kind: "asked", question });
    try {
      for await (const event of assistant.ask(turnsOf(now), { signal: control.signal })) {
        if (control.signal.aborted) break;
        tell(event);
      }
      tell({ kind: "ended", how: control.signal.aborted ? "stopped" : "done" });
    } catch {
      tell({ kind: "ended", how: control.signal.aborted ? "stopped" : "failed" });
    }
    const { status, answer } = now.at(-1)!;
    if (status === "done") store.keep({ question, answer, sources: sourcesOf(now.at(-1)!) });
  }

  function rate(number: number, isGood: boolean): void {
    const { question, answer, answerId, sources } = exchanges[number]!;
    dispatch({ kind: "rated", number, isGood });
    store.keep({ question, answer, sources, isGood });
    // The thanks are for the reader's effort; a service that cannot be reached changes nothing about them.
    if (answerId) void assistant.rate?.(answerId, isGood).catch(() => undefined);
  }
}

/** The links of an answer; where it has none, what it was made from. */
export function sourcesOf({ answer, sources }: Exchange): readonly { title: string; url: string }[] {
  const links = linksIn(readMarkdown(answer));
  return links.length > 0 ? links : sources;
}
