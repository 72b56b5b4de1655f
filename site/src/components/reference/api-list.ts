/** Makes the list of calls filter, and show which call is being read. Returns what ends it; twice is once. */
export function startApiList(root: HTMLElement): () => void {
  if (root.dataset["started"] !== undefined) return () => undefined;
  root.dataset["started"] = "";
  const nav = root.querySelector<HTMLElement>(".api-nav");
  const field = nav?.querySelector("input");
  if (!nav || !field) return () => undefined;
  const wasOpen = new Map([...nav.querySelectorAll("details")].map((group) => [group, group.open]));

  const filter = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [group, isOpen] of wasOpen) {
      let left = 0;
      for (const item of group.querySelectorAll("li")) {
        const text = `${item.textContent} ${item.dataset["words"] ?? ""}`.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) left += 1;
      }
      group.hidden = left === 0;
      group.open = words.length > 0 || isOpen;
      count += left;
    }
    const status = nav.querySelector("[role=status]");
    if (status) status.textContent = words.length === 0 ? "" : `${count || "Nothing"} found`;
  };
  field.addEventListener("input", filter);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") nav.querySelector<HTMLAnchorElement>("li:not([hidden]) > a")?.click();
    if (event.key !== "Escape" || field.value === "") return;
    // The first one clears, the next one may close what the list stands in.
    event.preventDefault();
    field.value = "";
    filter();
  });
  nav.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") && nav.matches(":popover-open")) nav.hidePopover();
  });
  if (field.value !== "") filter();
  return watch(root, nav);
}

function watch(root: HTMLElement, nav: HTMLElement): () => void {
  const links = new Map(
    [...nav.querySelectorAll<HTMLAnchorElement>("a")].map((link) => [link.getAttribute("href")?.slice(1), link]),
  );
  let active: HTMLAnchorElement | undefined;
  // The call that is being read covers a thin line in the upper third of the window.
  const observer = new IntersectionObserver(
    (entries) => {
      const section = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      const link = links.get(section?.querySelector("h3")?.id);
      if (!link || link === active) return;
      active?.removeAttribute("aria-current");
      active = link;
      link.setAttribute("aria-current", "true");
      // Only the list moves; `scrollIntoView` would move the page, too.
      const { top, bottom } = link.getBoundingClientRect();
      const box = nav.getBoundingClientRect();
      if (top < box.top + 64 || bottom > box.bottom - 24) nav.scrollTop += top - box.top - box.height / 2;
    },
    { rootMargin: "-30% 0px -69% 0px" },
  );
  for (const section of root.querySelectorAll(".call")) observer.observe(section);
  return () => observer.disconnect();
}
