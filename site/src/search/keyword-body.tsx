import type { History, HistoryStore, SavedConversation } from "./history.ts";
import { Failure, NoResults } from "./no-results.tsx";
import { AskRow, ASK_ROW, LIST_ID, ResultList, type RowEvents } from "./result-list.tsx";
import { StartList } from "./start-list.tsx";
import { STRINGS } from "./strings.ts";
import type { SearchState } from "./use-search.ts";

interface KeywordBodyProps extends RowEvents {
  readonly state: SearchState;
  readonly query: string;
  readonly history: History;
  readonly store: HistoryStore;
  readonly askLabel: string;
  readonly reportUrl: string | undefined;
  readonly allResultsUrl: ((query: string) => string) | undefined;
  readonly onAsk: () => void;
  readonly onResume: (conversation: SavedConversation) => void;
  readonly onTry: (query: string) => void;
  readonly onRetry: () => void;
  readonly onFollow: (event: React.MouseEvent, url: string) => void;
}

/** What stands below the field while it searches for words. */
export function KeywordBody({ state, query, history, store, askLabel, onAsk, ...props }: KeywordBodyProps) {
  const { active, onPoint, onChoose } = props;
  const events = { active, onPoint, onChoose };
  if (state.kind === "idle") return <StartList history={history} store={store} onResume={props.onResume} {...events} />;
  if (state.kind === "failed") return <Failure onRetry={props.onRetry} />;
  const answer = state.kind === "answered" ? state.answer : state.before;
  if (!answer) return null;
  const { pages, count, suggestions } = answer;
  const answered = state.kind === "answered" ? state.query : (state.before?.query ?? query);
  if (pages.length === 0) {
    return (
      <>
        <div id={LIST_ID} role="listbox" aria-label={STRINGS.search}>
          <AskRow query={query} label={askLabel} isActive={active === ASK_ROW} onPoint={onPoint} onAsk={onAsk} />
        </div>
        <NoResults query={answered} suggestions={suggestions} reportUrl={props.reportUrl} onTry={props.onTry} />
      </>
    );
  }
  const allUrl = props.allResultsUrl?.(query.trim());
  return (
    <>
      <ResultList query={query} pages={pages} askLabel={askLabel} onAsk={onAsk} {...events} />
      {allUrl && (
        <p className="sd-all">
          <a href={allUrl} onClick={(event) => props.onFollow(event, allUrl)}>
            {STRINGS.seeAll(count)}
          </a>
        </p>
      )}
    </>
  );
}
