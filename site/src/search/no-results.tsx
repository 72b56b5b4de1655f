import { STRINGS } from "./strings.ts";

interface NoResultsProps {
  readonly query: string;
  readonly suggestions: readonly string[];
  readonly reportUrl: string | undefined;
  readonly onTry: (query: string) => void;
}

export function NoResults({ query, suggestions, reportUrl, onTry }: NoResultsProps) {
  return (
    <div className="sd-notice">
      <Picture />
      <p className="sd-notice-title">
        {STRINGS.noResults} <q>{query.trim()}</q>
      </p>
      {suggestions.length > 0 && (
        <>
          <p>{STRINGS.trySearching}</p>
          <ul className="sd-tries">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button type="button" className="sd-chip" onClick={() => onTry(suggestion)}>
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {reportUrl && (
        <p>
          {STRINGS.believe}{" "}
          <a href={reportUrl.replace("{query}", encodeURIComponent(query.trim()))} target="_blank" rel="noopener">
            {STRINGS.letUsKnow}
          </a>
        </p>
      )}
    </div>
  );
}

export function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="sd-notice" role="alert">
      <Picture isBroken />
      <p className="sd-notice-title">{STRINGS.failed}</p>
      <p>{STRINGS.failedHelp}</p>
      <button type="button" className="sd-action" onClick={onRetry}>
        {STRINGS.retry}
      </button>
    </div>
  );
}

/** A page under a glass that shows nothing, or a line that is cut. */
function Picture({ isBroken = false }: { isBroken?: boolean }) {
  return (
    <svg className="sd-picture" viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" focusable="false">
      <rect x="14" y="8" width="52" height="60" rx="6" className="sd-picture-page" />
      <path d="M24 22h32M24 32h32M24 42h18" className="sd-picture-lines" />
      {isBroken ? (
        <path d="M54 60h14l4-8 4 8h14M60 44l-4-4m28 4 4-4M72 38v-6" className="sd-picture-glass" />
      ) : (
        <>
          <circle cx="66" cy="44" r="14" className="sd-picture-glass" />
          <path d="m76 54 12 12M61 44h10" className="sd-picture-glass" />
        </>
      )}
    </svg>
  );
}
