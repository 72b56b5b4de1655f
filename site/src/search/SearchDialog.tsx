import { useHistory } from "@docusaurus/router";
import { useEffect, useLayoutEffect } from "react";
import { Dialog } from "./dialog.tsx";
import { useSiteSearch } from "./use-site-search.ts";

export interface SearchDialogProps {
  readonly initialQuery: string;
  /** The dialog is taken away; focus goes back to where it was. */
  readonly onClose: () => void;
}

/** The search dialog of the site. Shown as long as it is rendered. */
export function SearchDialog({ initialQuery, onClose }: SearchDialogProps) {
  const { backend, assistant, store, settings, searchPage } = useSiteSearch();
  const { push } = useHistory();
  // Heard from the first moment the dialog is seen; whoever shows it may be told of it later.
  useLayoutEffect(() => {
    const close = (event: Event): void => {
      event.preventDefault();
      onClose();
    };
    addEventListener("toolhaven:search-close", close);
    return () => removeEventListener("toolhaven:search-close", close);
  }, [onClose]);
  return (
    <Dialog
      backend={backend}
      assistant={assistant}
      store={store}
      initialQuery={initialQuery}
      onClose={onClose}
      navigate={push}
      allResultsUrl={
        settings.searchPagePath === false ? undefined : (query) => `${searchPage}?q=${encodeURIComponent(query)}`
      }
      reportUrl={settings.reportUrl}
    />
  );
}

/** Shows nothing and loads the index, for a reader who is near the search button. */
export function SearchWarmUp() {
  const { backend } = useSiteSearch();
  useEffect(() => backend.warmUp(), [backend]);
  return null;
}
