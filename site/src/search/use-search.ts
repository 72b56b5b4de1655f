import { useEffect, useState } from "react";
import type { ResultPage, SearchAnswer, SearchBackend } from "./backend.ts";

export type SearchState =
  | { readonly kind: "idle" }
  /** The answer before stays until the new one is there. */
  | { readonly kind: "searching"; readonly before: (SearchAnswer & { readonly query: string }) | undefined }
  | { readonly kind: "answered"; readonly query: string; readonly answer: SearchAnswer }
  | { readonly kind: "failed"; readonly query: string };

export interface UseSearchOptions {
  readonly max: number;
  /** Which pages of an answer are shown: only for these are snippets asked for. */
  readonly pick: (pages: readonly ResultPage[]) => readonly ResultPage[];
}

export interface Searching {
  readonly state: SearchState;
  readonly retry: () => void;
}

/** Answers to what is typed. A query that was overtaken is given up and its answer never shown. */
export function useSearch(backend: SearchBackend, query: string, { max, pick }: UseSearchOptions): Searching {
  const [state, setState] = useState<SearchState>({ kind: "idle" });
  const [attempt, setAttempt] = useState(0);
  const text = query.trim() === "" ? "" : query.trimStart();

  useEffect(() => {
    if (text === "") return setState({ kind: "idle" });
    const abandon = new AbortController();
    const { signal } = abandon;
    setState(toSearching);
    const show = (pages: readonly ResultPage[], answer: SearchAnswer): void => {
      if (!signal.aborted) setState({ kind: "answered", query: text, answer: { ...answer, pages } });
    };
    const run = async (): Promise<void> => {
      const answer = await backend.search(text, { signal, from: 0, max });
      show(answer.pages, answer);
      const shown = pick(answer.pages);
      const complete = await backend.withSnippets(shown, { signal });
      show(
        answer.pages.map((page) => complete[shown.indexOf(page)] ?? page),
        answer,
      );
    };
    run().catch(() => {
      if (signal.aborted) return;
      setState((now) => (now.kind === "answered" && now.query === text ? now : { kind: "failed", query: text }));
    });
    return () => abandon.abort();
  }, [backend, text, max, pick, attempt]);

  return { state, retry: () => setAttempt((count) => count + 1) };
}

function toSearching(state: SearchState): SearchState {
  if (state.kind === "answered") return { kind: "searching", before: { ...state.answer, query: state.query } };
  return state.kind === "searching" ? state : { kind: "searching", before: undefined };
}
