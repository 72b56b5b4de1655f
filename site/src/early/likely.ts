/** Shows, on the page that says something is missing, the pages whose address is most like the one that was asked for. */
export async function suggestPages(): Promise<void> {
  const place = document.getElementById("likely");
  const list = place?.dataset["pages"];
  if (!place || !list) return;
  const answer = await fetch(list).catch(() => undefined);
  if (!answer?.ok) return;
  const pages = (await answer.json()) as Record<string, string>;
  const asked = pairsOf(location.pathname);
  const ranked = Object.entries(pages)
    .map(([path, title]) => ({ path, title, likeness: likeness(asked, pairsOf(path)) }))
    .filter((page) => page.likeness > 0.45)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3);
  if (ranked.length === 0) return;
  const heading = document.createElement("h2");
  heading.textContent = "Did you mean";
  const items = document.createElement("ul");
  items.className = "likely";
  for (const { path, title } of ranked) {
    const link = document.createElement("a");
    link.href = path;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    items.append(item);
  }
  place.replaceChildren(heading, items);
  place.hidden = false;
}

/** Neighbouring letters, which forgives typing errors and words in another order. */
function pairsOf(path: string): Set<string> {
  const letters = path.toLowerCase().replace(/\.\w+$|[^a-z0-9]/g, "");
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2)),
  );
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size || 1);
}
