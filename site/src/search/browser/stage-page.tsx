import { useState } from "react";
import { createRoot } from "react-dom/client";
import type { Assistant } from "../ask/assistant.ts";
import { Dialog } from "../dialog.tsx";
import { createLocalBackend } from "../local/backend.ts";
import { openSearch } from "../open-search.ts";
import { ResultsPage } from "../results-page.tsx";
import type { SearchSettings } from "../settings.ts";

/** What the tests set before the script of this page runs. */
declare global {
  interface Window {
    stage?: { settings?: SearchSettings; assistant?: Assistant; folder?: string };
  }
}

const {
  settings = { searchPagePath: "search", reportUrl: "https://example.test/report?q={query}" },
  assistant,
  folder = "/search-index/",
} = window.stage ?? {};
const openWorker = () => new Worker("/worker.js", { name: new URL(folder, location.href).href });
const search = openSearch({ settings, locale: "en", baseUrl: "/", openWorker });
// A backend of its own, so that closing the dialog and the page do not share what they loaded.
const backend = settings.hosted
  ? search.backend
  : createLocalBackend({ openWorker, tags: ["default", "docs-default-current"] });

/** The dialog and the results page without the site around them. */
function Stage() {
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState(location.pathname + location.search);
  const go = (url: string): void => {
    history.pushState(null, "", url);
    setAddress(url);
  };
  if (address.startsWith("/search")) {
    return (
      <main className="page">
        <ResultsPage
          backend={backend}
          query={new URLSearchParams(address.split("?")[1]).get("q") ?? ""}
          onQuery={(query) => {
            history.replaceState(null, "", `/search?q=${encodeURIComponent(query)}`);
            setAddress(location.pathname + location.search);
          }}
          navigate={go}
          reportUrl={settings.reportUrl}
        />
      </main>
    );
  }
  return (
    <main className="page">
      <h1>Stage</h1>
      <p id="address">{address}</p>
      <button
        type="button"
        className="search-button"
        onClick={() => setOpen(true)}
        onKeyDown={({ key }) => key.length === 1 && setOpen(true)}
      >
        Search
      </button>
      <p style={{ height: "200vh" }}>A page that scrolls.</p>
      {isOpen && (
        <Dialog
          backend={backend}
          assistant={assistant ?? search.assistant}
          store={search.store}
          initialQuery={new URLSearchParams(location.search).get("initial") ?? ""}
          onClose={() => setOpen(false)}
          navigate={go}
          allResultsUrl={
            settings.searchPagePath === false ? undefined : (query) => `/search?q=${encodeURIComponent(query)}`
          }
          reportUrl={settings.reportUrl}
        />
      )}
    </main>
  );
}

createRoot(document.getElementById("stage")!).render(<Stage />);
