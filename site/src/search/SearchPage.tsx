import { useHistory, useLocation } from "@docusaurus/router";
import { PageMetadata } from "@docusaurus/theme-common";
import useIsBrowser from "@docusaurus/useIsBrowser";
import { ResultsPage } from "./results-page.tsx";
import { STRINGS } from "./strings.ts";
import { useSiteSearch } from "./use-site-search.ts";

/** All results of a query. The built page holds the empty form, which works without script as far as a form can. */
export function SearchPage() {
  if (useIsBrowser()) return <LivePage />;
  return (
    <div className="sp">
      <h1>{STRINGS.pageTitle("")}</h1>
      <form role="search" className="sp-form">
        <input type="search" name="q" aria-label={STRINGS.search} placeholder={STRINGS.pagePlaceholder} />
      </form>
    </div>
  );
}

function LivePage() {
  const { backend, settings } = useSiteSearch();
  const { pathname, search } = useLocation();
  const history = useHistory();
  const query = new URLSearchParams(search).get("q") ?? "";
  return (
    <>
      <PageMetadata title={STRINGS.pageTitle(query)} />
      <ResultsPage
        backend={backend}
        query={query}
        onQuery={(text) => history.replace(text === "" ? pathname : `${pathname}?q=${encodeURIComponent(text)}`)}
        navigate={history.push}
        reportUrl={settings.reportUrl}
      />
    </>
  );
}
