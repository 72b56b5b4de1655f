import { read, write } from "./storage.ts";

/** Markup of a set: `.tabs[data-group][data-query]`, its tabs and panels share `data-value`. */
const keyOf = (group: string): string => `docusaurus.tab.${group}`;

/** Shows in each set what the address asks for, else what the reader chose before in a set of the same group. */
export function recallTabs(): void {
  const asked = new URLSearchParams(location.search);
  for (const set of document.querySelectorAll<HTMLElement>(".tabs[data-group], .tabs[data-query]")) {
    const { group, query } = set.dataset;
    const value = (query && asked.get(query)) || (group && read(keyOf(group)));
    if (value) select(set, value);
  }
}

export function chooseTab(tab: HTMLElement): void {
  const set = tab.closest<HTMLElement>(".tabs");
  const { value } = tab.dataset;
  if (!set || value === undefined) return;
  const { group, query } = set.dataset;
  const before = tab.getBoundingClientRect().top;
  const sets = group ? document.querySelectorAll<HTMLElement>(`.tabs[data-group="${CSS.escape(group)}"]`) : [set];
  for (const other of sets) select(other, value);
  // Sets above may have grown or shrunk; what was tapped stays where it is.
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  if (group) write(keyOf(group), value);
  if (query) {
    const url = new URL(location.href);
    url.searchParams.set(query, value);
    history.replaceState(history.state, "", url);
  }
}

/** Arrow keys walk along the tabs, Home and End go to the ends. */
export function moveAlongTabs(event: KeyboardEvent): void {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=tab]") : null;
  if (!tab) return;
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  const index = tabs.indexOf(tab);
  const last = tabs.length - 1;
  const next = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index || tabs.length, Home: 0, End: last };
  const to = next[event.key as keyof typeof next];
  if (to === undefined) return;
  event.preventDefault();
  const target = tabs[event.key === "ArrowLeft" ? to - 1 : to];
  if (!target) return;
  target.focus();
  chooseTab(target);
}

function select(set: HTMLElement, value: string): void {
  const tabs = [...set.querySelectorAll<HTMLElement>(":scope > [role=tablist] > [role=tab]")];
  if (!tabs.some((tab) => tab.dataset["value"] === value)) return;
  for (const tab of tabs) {
    const isChosen = tab.dataset["value"] === value;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of set.querySelectorAll<HTMLElement>(":scope > [role=tabpanel]")) {
    panel.hidden = panel.dataset["value"] !== value;
  }
}
