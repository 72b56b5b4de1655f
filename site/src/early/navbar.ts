/** Where it is wanted, the navigation bar makes room while reading on, and comes back when going back. */
const NEAR_TOP = 120;

export function watchScrolling(): void {
  const bar = document.querySelector<HTMLElement>(".bar[data-hides]");
  if (!bar) return;
  let last = scrollY;
  const hide = (isHidden: boolean): void => void bar.toggleAttribute("data-hidden", isHidden);
  addEventListener(
    "scroll",
    () => {
      if (scrollY < NEAR_TOP) hide(false);
      else if (scrollY !== last) hide(scrollY > last);
      last = scrollY;
    },
    { passive: true },
  );
  addEventListener("hashchange", () => hide(true));
}
