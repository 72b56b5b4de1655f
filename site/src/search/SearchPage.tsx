export function SearchPage() {
  return (
    <form action="/search">
      <h1>Search the documentation</h1>
      <input type="search" name="q" aria-label="Search" placeholder="Type your search here" />
    </form>
  );
}
