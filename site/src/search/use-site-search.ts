import useBaseUrl from "@docusaurus/useBaseUrl";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import { usePluginData } from "@docusaurus/useGlobalData";
import { INDEX_FOLDER } from "./local/index-folder.ts";
import { openSearch, type Search } from "./open-search.ts";
import type { SearchSettings } from "./settings.ts";

let search: Search | undefined;

/** The site's one search: the dialog and the page share its worker and its history. */
export function useSiteSearch(): Search & { settings: SearchSettings; searchPage: string } {
  const { siteConfig, i18n } = useDocusaurusContext();
  const settings = usePluginData("toolhaven-search") as SearchSettings;
  const folder = new URL(useBaseUrl(INDEX_FOLDER), location.href).href;
  const searchPage = useBaseUrl(`/${settings.searchPagePath || "search"}`);
  search ??= openSearch({
    settings,
    locale: i18n.currentLocale,
    baseUrl: siteConfig.baseUrl,
    openWorker: () => new Worker(new URL("./local/worker.ts", import.meta.url), { name: folder }),
  });
  return { ...search, settings, searchPage };
}
