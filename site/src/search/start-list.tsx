import type { History, HistoryStore, SavedConversation, SavedSearch } from "./history.ts";
import { Icon, type IconName } from "./icons.tsx";
import { LIST_ID, rowId, type RowEvents } from "./result-list.tsx";
import { STRINGS } from "./strings.ts";

interface StartListProps extends RowEvents {
  readonly history: History;
  readonly store: HistoryStore;
  readonly onResume: (conversation: SavedConversation) => void;
}

/** What was searched and asked before. A grid and not a list box, because its rows hold buttons. */
export function StartList({ history, store, onResume, ...events }: StartListProps) {
  const { recent, favorites, conversations } = history;
  if (recent.length + favorites.length + conversations.length === 0) {
    return <p className="sd-empty">{STRINGS.noRecent}</p>;
  }
  const firstFavorite = recent.length;
  const firstConversation = firstFavorite + favorites.length;
  return (
    <div id={LIST_ID} role="grid" aria-label={STRINGS.recent}>
      <Rows label={STRINGS.recent} count={recent.length}>
        {recent.map((search, at) => (
          <SearchRow key={search.url} {...events} id={rowId(at)} search={search} icon="clock">
            <RowButton icon="star" label={STRINGS.save} onClick={() => store.save(search)} />
            <RowButton icon="close" label={STRINGS.removeRecent} onClick={() => store.removeRecent(search)} />
          </SearchRow>
        ))}
      </Rows>
      <Rows label={STRINGS.favorite} count={favorites.length}>
        {favorites.map((search, at) => (
          <SearchRow key={search.url} {...events} id={rowId(firstFavorite + at)} search={search} icon="star">
            <RowButton icon="close" label={STRINGS.removeFavorite} onClick={() => store.removeFavorite(search)} />
          </SearchRow>
        ))}
      </Rows>
      <Rows label={STRINGS.conversations} count={conversations.length}>
        {conversations.map((conversation, at) => {
          const id = rowId(firstConversation + at);
          return (
            <div key={conversation.question} role="row" className="sd-saved" data-active={events.active === id}>
              <div role="gridcell" className="sd-cell">
                <button
                  type="button"
                  id={id}
                  data-row
                  tabIndex={-1}
                  className="sd-row"
                  onPointerMove={() => events.onPoint(id)}
                  onClick={() => onResume(conversation)}
                >
                  <Icon name="spark" />
                  <span className="sd-line">{conversation.question}</span>
                </button>
              </div>
              <RowButton
                icon="close"
                label={STRINGS.removeConversation}
                onClick={() => store.removeConversation(conversation)}
              />
            </div>
          );
        })}
      </Rows>
    </div>
  );
}

function Rows({ label, count, children }: { label: string; count: number; children: React.ReactNode }) {
  if (count === 0) return null;
  const id = `sd-start-${label.replaceAll(" ", "-")}`;
  return (
    <>
      <div className="sd-label" id={id} role="presentation">
        {label}
      </div>
      <div role="rowgroup" aria-labelledby={id} className="sd-group">
        {children}
      </div>
    </>
  );
}

interface SearchRowProps extends RowEvents {
  readonly id: string;
  readonly search: SavedSearch;
  readonly icon: IconName;
  readonly children: React.ReactNode;
}

function SearchRow({ id, search, icon, active, onPoint, onChoose, children }: SearchRowProps) {
  return (
    <div role="row" className="sd-saved" data-active={active === id}>
      <div role="gridcell" className="sd-cell">
        <a
          href={search.url}
          id={id}
          data-row
          tabIndex={-1}
          className="sd-row"
          onPointerMove={() => onPoint(id)}
          onClick={(event) => onChoose(event, search.url, search.title, search.page)}
        >
          <Icon name={icon} />
          <span className="sd-line">
            {search.title}
            {search.page && <span className="sd-crumbs">{search.page}</span>}
          </span>
        </a>
      </div>
      {children}
    </div>
  );
}

function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <div role="gridcell" className="sd-cell-button">
      <button type="button" className="sd-button" aria-label={label} title={label} onClick={onClick}>
        <Icon name={icon} />
      </button>
    </div>
  );
}
