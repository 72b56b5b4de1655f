import useBaseUrl from "@docusaurus/useBaseUrl";

/** What it opens is up to the early script and `SearchHost`; without script it is nothing, hence a link behind it. */
export default function SearchBar() {
  const page = useBaseUrl("/search");
  return (
    <button type="button" className="search-button" data-act="search" data-href={page}>
      <i className="icon icon-search" />
      <span>Search</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
