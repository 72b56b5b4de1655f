import { useEffect, useRef, useState } from "react";
import type { ResultPage, SearchBackend } from "./backend.ts";
import { Marked } from "./marked.tsx";
import { Failure, NoResults } from "./no-results.tsx";
import { PAGE_STYLE } from "./style/page.ts";
import { STRINGS } from "./strings.ts";
import { useResults } from "./use-results.ts";
import { useStyle } from "./use-style.ts";

export interface ResultsPageProps {
  readonly backend: SearchBackend;
  /** The query in the address. */
  readonly query: string;
  /** Writes the query to the address. */
  readonly onQuery: (query: string) => void;
  readonly navigate: (url: string) => void;
  readonly reportUrl: string | undefined;
}

const DELAY_MS = 300;

/** Every page that answers the query of the address, and a field to change it. */
export function ResultsPage({ backend, query, onQuery, navigate, reportUrl }: ResultsPageProps) {
  useStyle(PAGE_STYLE);
  const results = useResults(backend, query);
  const { kind, pages, count, hasMore, loadMore } = results;
  const isEmpty = kind === "answered" && pages.length === 0;
  return (
    <div className="sp">
      <h1>{STRINGS.pageTitle(query)}</h1>
      <QueryField query={query} onQuery={onQuery} />
      <p className="sp-count" role="status">
        {kind === "answered" && (isEmpty ? STRINGS.noDocuments : STRINGS.found(count))}
      </p>
      {kind === "failed" && <Failure onRetry={results.retry} />}
      {isEmpty && <NoResults query={query} suggestions={results.suggestions} reportUrl={reportUrl} onTry={onQuery} />}
      {kind !== "failed" && query !== "" && pages.length > 0 && (
        <ol className="sp-results" aria-busy={kind === "searching"}>
          {pages.map((page) => (
            <Result key={page.url} page={page} navigate={navigate} />
          ))}
        </ol>
      )}
      {hasMore && <EndMarker onSeen={loadMore} />}
    </div>
  );
}

/** Knows the text before the address does, so that letters never wait for the router. */
function QueryField({ query, onQuery }: Pick<ResultsPageProps, "query" | "onQuery">) {
  const [text, setText] = useState(query);
  const field = useRef<HTMLInputElement>(null);
  const written = useRef(query);

  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (written.current === query) return;
    // The address changed by itself: back, forward, or a link with another query.
    written.current = query;
    setText(query);
  }, [query]);
  useEffect(() => {
    if (text === written.current) return undefined;
    const timer = setTimeout(write, DELAY_MS);
    return () => clearTimeout(timer);
  });

  return (
    <form
      role="search"
      className="sp-form"
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={STRINGS.search}
        placeholder={STRINGS.pagePlaceholder}
        autoComplete="off"
        maxLength={512}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );

  function write(): void {
    if (text === written.current) return;
    written.current = text;
    onQuery(text);
  }
}

function Result({ page, navigate }: { page: ResultPage; navigate: (url: string) => void }) {
  return (
    <li>
      {page.crumbs.length > 0 && <p className="sp-crumbs">{page.crumbs.join(" › ")}</p>}
      <h2>
        <SiteLink url={page.url} navigate={navigate}>
          <Marked parts={page.titleParts} />
        </SiteLink>
      </h2>
      {page.snippet && (
        <p className="sp-snippet">
          <Marked parts={page.snippet} />
        </p>
      )}
      {page.sections.length > 0 && (
        <ul>
          {page.sections.map(({ url, heading, snippet }, number) => (
            <li key={url + number}>
              <SiteLink url={url} navigate={navigate}>
                <Marked parts={heading} />
              </SiteLink>
              {snippet && (
                <p className="sp-snippet">
                  <Marked parts={snippet} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A link that changes the page without loading it anew, where the browser would open it in this tab. */
function SiteLink({
  url,
  navigate,
  children,
}: {
  url: string;
  navigate: (url: string) => void;
  children: React.ReactNode;
}) {
  return (
    <a
      href={url}
      onClick={(event) => {
        const isOwnTab = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (!isOwnTab || !url.startsWith("/")) return;
        event.preventDefault();
        navigate(url);
      }}
    >
      {children}
    </a>
  );
}

/** Stands below the last result and tells when it is seen. */
function EndMarker({ onSeen }: { onSeen: () => void }) {
  const marker = useRef<HTMLParagraphElement>(null);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen.current();
    });
    if (marker.current) observer.observe(marker.current);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={marker} className="sp-more">
      {STRINGS.fetchingMore}
    </p>
  );
}
