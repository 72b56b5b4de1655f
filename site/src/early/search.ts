import { startClient } from "./client.ts";

/**
 * Opens at once with a field that takes what is typed; the search dialog takes its place, and its text, as soon as it
 * is loaded. Until then Enter leads to the search page.
 */
export function openSearch(query = ""): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "search-first";
  dialog.ariaLabel = "Search";
  const page = document.querySelector<HTMLElement>(".search-button")?.dataset["href"] ?? "/search";
  dialog.innerHTML = `<form action="${page}"><input type="search" name="q" aria-label="Search" placeholder="Search docs" autocomplete="off"></form>`;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  const field = dialog.querySelector("input");
  if (field) field.value = query;
  startClient();
  dispatchEvent(new Event("toolhaven:search"));
}

/** Ctrl+K or ⌘K anywhere, `/` outside of fields, and any letter while the button has the focus. */
export function searchByKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isMeta = event.ctrlKey || event.metaKey || event.altKey;
  const isWritten =
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
  const isOnButton = target instanceof HTMLElement && target.matches(".search-button");
  if (key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    const first = document.querySelector<HTMLDialogElement>("dialog.search-first");
    if (first) first.close();
    else if (dispatchEvent(new Event("toolhaven:search-close", { cancelable: true }))) openSearch();
  } else if (key === "/" && !isMeta && !isWritten) {
    event.preventDefault();
    openSearch();
  } else if (isOnButton && !isMeta && /^[\p{L}\p{N}]$/u.test(key)) {
    event.preventDefault();
    openSearch(key);
  }
}
