let observer: IntersectionObserver | undefined;

/** Marks in the contents list the heading that is being read. */
export function watchHeadings(): void {
  observer?.disconnect();
  const links = new Map<Element, HTMLElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".toc a[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (links.size === 0) return;
  const seen = new Set<Element>();
  observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const first = [...links.keys()].find((heading) => seen.has(heading));
      if (first) mark(links, first);
    },
    { rootMargin: "-72px 0px -65% 0px" },
  );
  for (const heading of links.keys()) observer.observe(heading);
}

function mark(links: ReadonlyMap<Element, HTMLElement>, active: Element): void {
  for (const [heading, link] of links) link.toggleAttribute("data-active", heading === active);
}
