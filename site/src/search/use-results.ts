import { useEffect, useState } from "react";
import type { ResultPage, SearchBackend } from "./backend.ts";

export interface Results {
  readonly kind: "idle" | "searching" | "answered" | "failed";
  /** What the pages answer; lags behind the field while it searches. */
  readonly query: string;
  readonly count: number;
  readonly pages: readonly ResultPage[];
  readonly suggestions: readonly string[];
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const BATCH = 15;
const NOTHING = {
  query: "",
  count: 0,
  pages: [] as readonly ResultPage[],
  suggestions: [] as readonly string[],
  batches: 0,
};

/** All pages that answer, fifteen at a time. */
export function useResults(backend: SearchBackend, text: string): Results {
  const [state, setState] = useState<Omit<Results, "hasMore" | "loadMore" | "retry"> & { batches: number }>({
    ...NOTHING,
    kind: "idle",
  });
  const [wanted, setWanted] = useState({ query: text, batch: 0, attempt: 0 });
  if (wanted.query !== text) setWanted({ query: text, batch: 0, attempt: 0 });
  const { query, batch } = wanted;

  useEffect(() => {
    if (query.trim() === "") return setState({ ...NOTHING, kind: "idle" });
    const abandon = new AbortController();
    const { signal } = abandon;
    setState((before) => ({ ...before, kind: "searching" }));
    const run = async (): Promise<void> => {
      const answer = await backend.search(query, { signal, from: batch * BATCH, max: BATCH });
      const pages = await backend.withSnippets(answer.pages, { signal });
      if (signal.aborted) return;
      setState((before) => {
        const kept = batch === 0 ? [] : before.pages.filter(({ url }) => !pages.some((page) => page.url === url));
        return { ...answer, kind: "answered", query, pages: [...kept, ...pages], batches: batch + 1 };
      });
    };
    run().catch(() => {
      if (!signal.aborted) setState((before) => ({ ...before, kind: "failed", query }));
    });
    return () => abandon.abort();
  }, [backend, query, batch, wanted.attempt]);

  return {
    ...state,
    hasMore: state.kind === "answered" && state.batches * BATCH < state.count,
    loadMore: () => setWanted((now) => ({ ...now, batch: state.batches })),
    retry: () => setWanted((now) => ({ ...now, attempt: now.attempt + 1 })),
  };
}
