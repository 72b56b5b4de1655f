/** Keeps the page behind a dialog where it is, and as wide as it was when its scroll bar goes. Undo with the answer. */
export function lockScrolling({ documentElement: root, body, defaultView }: Document): () => void {
  const hasBar = (defaultView?.innerWidth ?? 0) > root.clientWidth;
  body.classList.add("search-open");
  const before = { overflow: root.style.overflow, gutter: root.style.scrollbarGutter };
  root.style.overflow = "hidden";
  if (hasBar) root.style.scrollbarGutter = "stable";
  return () => {
    body.classList.remove("search-open");
    root.style.overflow = before.overflow;
    root.style.scrollbarGutter = before.gutter;
  };
}
