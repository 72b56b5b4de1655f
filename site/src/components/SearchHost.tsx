import { type ComponentType, useEffect, useState } from "react";
import type { SearchDialogProps } from "../search/SearchDialog.tsx";

const FIRST = "dialog.search-first";
/** Signs of a reader who is about to search. */
const NEAR = ["pointerover", "focusin"] as const;

/**
 * Puts the search dialog in the place of the field that the early script opened, with the text it has by then. Asked
 * for while that was loading, closed, and not asked for again: nothing happens.
 */
export function SearchHost() {
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>();
  const [WarmUp, setWarmUp] = useState<ComponentType>();
  const [query, setQuery] = useState<string>();

  useEffect(() => {
    const open = async (): Promise<void> => {
      const { SearchDialog } = await import("../search/SearchDialog.tsx");
      const first = document.querySelector<HTMLDialogElement>(FIRST);
      if (!first) return;
      const text = first.querySelector("input")?.value ?? "";
      first.close();
      setDialog(() => SearchDialog);
      setQuery(text);
    };
    const request = (): void => void open().catch(explain);
    const close = (event: Event): void => {
      if (query === undefined) return;
      // Tells the early script that there was something to close.
      event.preventDefault();
      setQuery(undefined);
    };
    if (query === undefined && document.querySelector(FIRST)) request();
    addEventListener("toolhaven:search", request);
    addEventListener("toolhaven:search-close", close);
    return () => {
      removeEventListener("toolhaven:search", request);
      removeEventListener("toolhaven:search-close", close);
    };
  }, [query]);

  useEffect(() => {
    if (WarmUp) return undefined;
    const load = ({ target }: Event): void => {
      if (!(target instanceof Element) || !target.closest(".search-button")) return;
      // What cannot be loaded now is tried again, and explained, when the button is pressed.
      void import("../search/SearchDialog.tsx").then(
        ({ SearchWarmUp }) => setWarmUp(() => SearchWarmUp),
        () => undefined,
      );
    };
    for (const sign of NEAR) addEventListener(sign, load);
    return () => {
      for (const sign of NEAR) removeEventListener(sign, load);
    };
  }, [WarmUp]);

  if (!Dialog || query === undefined) return WarmUp ? <WarmUp /> : null;
  const close = (): void => {
    setQuery(undefined);
    document.querySelector<HTMLElement>(".search-button")?.focus();
  };
  return <Dialog initialQuery={query} onClose={close} />;
}

function explain(): void {
  const first = document.querySelector(`${FIRST} form`);
  if (!first || first.querySelector("p")) return;
  const note = document.createElement("p");
  note.role = "alert";
  note.textContent = "Search could not be loaded. Press Enter to try the search page.";
  first.append(note);
}
