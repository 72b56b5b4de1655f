/** Opening and closing with a height that moves; a millisecond for those who want no motion. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Tall things take longer, but never long. */
export function durationFor(height: number): number {
  if (calm.matches) return 1;
  return Math.round(Math.min(420, 110 + 9 * Math.sqrt(height)));
}

export function toggleDetails(details: HTMLDetailsElement): void {
  const body = details.querySelector<HTMLElement>(":scope > .details-body");
  if (!body) details.open = !details.open;
  else if (details.open) void move(body, "close").then(() => (details.open = false));
  else {
    details.open = true;
    void move(body, "open");
  }
}

/** A branch of the sidebar. Its state is the attribute alone, so that it lives on when a page is rendered again. */
export function toggleBranch(button: HTMLElement, isOpen = button.getAttribute("aria-expanded") !== "true"): void {
  const branch = button.closest<HTMLElement>("[data-open]");
  const list = branch?.querySelector<HTMLElement>(":scope > ul");
  if (!branch || !list) return;
  button.setAttribute("aria-expanded", String(isOpen));
  button.ariaLabel = button.ariaLabel?.replace(/^\w+/, isOpen ? "Collapse" : "Expand") ?? null;
  if (isOpen) branch.dataset["open"] = "true";
  void move(list, isOpen ? "open" : "close").then(() => (branch.dataset["open"] = String(isOpen)));
}

async function move(body: HTMLElement, way: "open" | "close"): Promise<void> {
  const height = body.offsetHeight;
  const frames = [{ height: "0px" }, { height: `${height}px` }];
  body.style.overflow = "clip";
  const animation = body.animate(way === "open" ? frames : frames.toReversed(), {
    duration: durationFor(height),
    easing: "ease-out",
  });
  // Another tap ends it early, which is no failure.
  await animation.finished.catch(() => undefined);
  body.style.overflow = "";
}
