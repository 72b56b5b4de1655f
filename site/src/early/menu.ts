/** The drawers of narrow screens are popovers: they open without script, and close by themselves on a tap outside. */

const wide = matchMedia("(min-width: 997px)");

/** On documentation pages the tree of pages comes first, and leads back to the main menu. */
export function openMenu(event: Event): void {
  const pages = document.getElementById("menu-pages");
  if (!pages) return;
  event.preventDefault();
  pages.togglePopover();
}

/** As a popover opened from inside of another it would leave that one open. */
export function openMainMenu(event: Event): void {
  event.preventDefault();
  closeMenus();
  document.getElementById("menu")?.showPopover();
}

export function closeMenus(): void {
  for (const drawer of document.querySelectorAll<HTMLElement>(".drawer:popover-open")) drawer.hidePopover();
}

export function watchMenus(): void {
  wide.addEventListener("change", closeMenus);
  addEventListener("toggle", showState, true);
}

function showState(): void {
  const isOpen = document.querySelector(".drawer:popover-open") !== null;
  for (const button of document.querySelectorAll("[data-act=menu]")) button.setAttribute("aria-expanded", `${isOpen}`);
}
