import { dismissAnnouncement } from "./announcement.ts";
import { suggestBaseUrl } from "./base-url.ts";
import { awaitReader, startClient } from "./client.ts";
import { toggleBranch, toggleDetails } from "./collapse.ts";
import { watchHeadings } from "./contents.ts";
import { copyCode, copyPage, toggleWrap } from "./copy.ts";
import { closeDropdowns, toggleDropdown, watchDropdowns } from "./dropdown.ts";
import { suggestPages } from "./likely.ts";
import { closeMenus, openMainMenu, openMenu, watchMenus } from "./menu.ts";
import { chooseNextMode, followSystem } from "./mode.ts";
import { watchScrolling } from "./navbar.ts";
import { openSearch, searchByKey } from "./search.ts";
import { chooseTab, moveAlongTabs, recallTabs } from "./tabs.ts";

// Runs at the end of every page, before and after the client script. It answers taps on elements that say with
// `data-act` what they do and keeps their state in attributes that React sets once and never changes.
const ACTS: Readonly<Record<string, (element: HTMLElement, event: Event) => unknown>> = {
  mode: chooseNextMode,
  menu: (_, event) => openMenu(event),
  "main-menu": (_, event) => openMainMenu(event),
  dropdown: toggleDropdown,
  branch: (button) => toggleBranch(button),
  details: (summary, event) => {
    event.preventDefault();
    if (summary.parentElement instanceof HTMLDetailsElement) toggleDetails(summary.parentElement);
  },
  tab: chooseTab,
  copy: copyCode,
  "copy-page": copyPage,
  wrap: toggleWrap,
  search: () => openSearch(),
  announcement: dismissAnnouncement,
};

addEventListener("click", (event) => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-act]") : null;
  if (element) ACTS[element.dataset["act"] ?? ""]?.(element, event);
});
addEventListener("keydown", searchByKey);
addEventListener("keydown", moveAlongTabs);
addEventListener("toolhaven:page", () => {
  closeMenus();
  closeDropdowns();
  recallTabs();
  watchHeadings();
  showPlace();
  void suggestPages();
});

recallTabs();
followSystem();
watchMenus();
watchDropdowns();
watchScrolling();
awaitReader();
// Who follows a link to results has asked for them already.
if (document.querySelector(".sp") && new URLSearchParams(location.search).get("q")) startClient();
addEventListener("load", watchHeadings);
void suggestPages();

const { baseUrl } = document.getElementById("client")?.dataset ?? {};
if (baseUrl !== undefined && document.querySelector(".landing")) suggestBaseUrl(baseUrl);

/** Opens the branches of the sidebar that lead to the page. */
function showPlace(): void {
  let branch = document.querySelector(".tree [aria-current=page]")?.closest<HTMLElement>("[data-open=false]");
  while (branch) {
    const button = branch.querySelector<HTMLElement>("[data-act=branch]");
    if (button) toggleBranch(button, true);
    branch = branch.parentElement?.closest<HTMLElement>("[data-open=false]");
  }
}
