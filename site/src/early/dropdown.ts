const OPEN = "[data-act=dropdown][aria-expanded=true]";

export function toggleDropdown(button: HTMLElement): void {
  const isOpen = button.ariaExpanded === "true";
  closeDropdowns();
  button.ariaExpanded = String(!isOpen);
}

export function closeDropdowns(): void {
  for (const button of document.querySelectorAll<HTMLElement>(OPEN)) button.ariaExpanded = "false";
}

/** Escape closes and gives focus back; going elsewhere closes. */
export function watchDropdowns(): void {
  addEventListener("keydown", ({ key, target }) => {
    const open = document.querySelector<HTMLElement>(OPEN);
    if (key !== "Escape" || !open) return;
    closeDropdowns();
    if (target instanceof Node && open.parentElement?.contains(target)) open.focus();
  });
  for (const type of ["focusin", "pointerdown"]) {
    addEventListener(type, ({ target }) => {
      const open = document.querySelector(OPEN);
      if (open && target instanceof Node && !open.parentElement?.contains(target)) closeDropdowns();
    });
  }
}
