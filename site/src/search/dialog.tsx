import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Assistant } from "./ask/assistant.ts";
import { ConversationView } from "./ask/conversation-view.tsx";
import { useConversation } from "./ask/use-conversation.ts";
import type { SearchBackend } from "./backend.ts";
import { DialogFoot } from "./dialog-foot.tsx";
import { DialogHead } from "./dialog-head.tsx";
import { shownPages } from "./group.ts";
import type { HistoryStore } from "./history.ts";
import { KeywordBody } from "./keyword-body.tsx";
import { lockScrolling } from "./scroll-lock.ts";
import { DIALOG_STYLE } from "./style/dialog.ts";
import { STRINGS } from "./strings.ts";
import { useRows } from "./use-rows.ts";
import { useSearch } from "./use-search.ts";
import { useStyle } from "./use-style.ts";

export interface DialogProps {
  readonly backend: SearchBackend;
  readonly assistant: Assistant;
  readonly store: HistoryStore;
  readonly initialQuery: string;
  readonly onClose: () => void;
  /** Goes to a path of the site. */
  readonly navigate: (url: string) => void;
  /** Address of the page with all results; undefined when the site has none. */
  readonly allResultsUrl: ((query: string) => string) | undefined;
  readonly reportUrl: string | undefined;
}

const MAX_PAGES = 20;

/** Keyword search and questions in one modal dialog. */
export function Dialog({
  backend,
  assistant,
  store,
  initialQuery,
  onClose,
  navigate,
  allResultsUrl,
  reportUrl,
}: DialogProps) {
  useStyle(DIALOG_STYLE);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const status = useId();
  const [query, setQuery] = useState(initialQuery);
  const [question, setQuestion] = useState("");
  const [isAsking, setAsking] = useState(false);
  const history = useSyncExternalStore(store.subscribe, store.get);
  const hasHistory = Object.values(history).some((list) => list.length > 0);
  const { state, retry } = useSearch(backend, query, { max: MAX_PAGES, pick: shownPages });
  const conversation = useConversation(assistant, store);
  const rows = useRows(dialog, state);

  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return undefined;
    if (!current.open) current.showModal();
    field.current?.focus();
    field.current?.setSelectionRange(initialQuery.length, initialQuery.length);
    const unlock = lockScrolling(document);
    return () => {
      unlock();
      current.close();
    };
    // Opens once, whatever the query was at first.
  }, []);
  useEffect(() => backend.warmUp(), [backend]);

  return (
    <dialog
      ref={dialog}
      className="sd"
      aria-label={STRINGS.search}
      onCancel={cancel}
      onClose={onClose}
      onClick={closeFromOutside}
      onKeyDown={onKeyDown}
    >
      <DialogHead
        field={field}
        value={isAsking ? question : query}
        isAsking={isAsking}
        isAnswering={conversation.isBusy}
        isSearching={state.kind === "searching"}
        active={rows.active}
        list={state.kind === "idle" ? (hasHistory ? "grid" : undefined) : rows.active ? "listbox" : undefined}
        statusId={status}
        onChange={isAsking ? setQuestion : changeQuery}
        onClear={() => changeQuery("")}
        onBack={leaveAsking}
        onClose={() => dialog.current?.close()}
      />
      <div className="sd-body">
        {isAsking ? (
          <ConversationView
            exchanges={conversation.exchanges}
            isGenerated={assistant.isGenerated}
            onRate={conversation.rate}
            onStop={conversation.stop}
            onRetry={conversation.ask}
            onFollow={(event, url) => choose(event, url)}
          />
        ) : (
          <KeywordBody
            state={state}
            query={query}
            history={history}
            store={store}
            askLabel={assistant.isGenerated ? STRINGS.askAi : STRINGS.askDocs}
            reportUrl={reportUrl}
            active={rows.active}
            onPoint={rows.point}
            onChoose={(event, url, title, page) => {
              store.remember({ url, title, ...(page === undefined ? {} : { page }) });
              choose(event, url);
            }}
            onAsk={() => ask(query)}
            onResume={(saved) => {
              conversation.resume(saved);
              setAsking(true);
            }}
            onTry={changeQuery}
            onRetry={retry}
            allResultsUrl={allResultsUrl}
            onFollow={choose}
          />
        )}
      </div>
      <DialogFoot isAsking={isAsking} />
      <p id={status} role="status" className="sd-hidden">
        {isAsking || state.kind !== "answered" ? "" : STRINGS.found(state.answer.count)}
      </p>
    </dialog>
  );

  function changeQuery(text: string): void {
    setQuery(text);
    field.current?.focus();
  }

  function ask(text: string): void {
    setAsking(true);
    setQuestion("");
    conversation.ask(text);
    field.current?.focus();
  }

  function leaveAsking(): void {
    conversation.stop();
    setAsking(false);
    field.current?.focus();
  }

  /** Escape, and the gesture for "back" on phones: a first one leaves the questions, a second one the dialog. */
  function cancel(event: { preventDefault: () => void }): void {
    if (!isAsking) return;
    event.preventDefault();
    leaveAsking();
  }

  function closeFromOutside({ target, clientX, clientY, detail }: React.MouseEvent): void {
    if (target !== dialog.current || detail === 0) return;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) dialog.current.close();
  }

  /** Follows a link of the site without loading a page anew; other links, and clicks for a new tab, are the browser's. */
  function choose(event: React.MouseEvent, url: string): void {
    const isOwnTab = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
    if (!isOwnTab || !url.startsWith("/")) return;
    event.preventDefault();
    // Closed before the next page takes the focus and its place.
    dialog.current?.close();
    navigate(url);
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    // While letters are being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isAsking) return cancel(event);
    if (event.target !== field.current) return;
    if (isAsking) {
      if (event.key === "Enter" && !conversation.isBusy) ask(question);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      rows.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      rows.choose({ inNewTab: event.ctrlKey || event.metaKey });
    }
  }
}
