import { recallAnnouncement } from "./announcement.ts";
import { showChosenMode } from "./mode.ts";

/** Set when the site is built; empty without an announcement. */
declare const ANNOUNCEMENT_ID: string;

// Runs in the head of every page: whatever must be right at the first paint.
document.documentElement.dataset["script"] = "on";
showChosenMode();
if (ANNOUNCEMENT_ID) recallAnnouncement(ANNOUNCEMENT_ID);
// The style sheet follows this script; a page without it is told so at the end (`base-url.ts`).
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      document.documentElement.dataset["style"] = "missing";
  },
  true,
);
for (const [name, value] of new URLSearchParams(location.search)) {
  const data = /^docusaurus-data-([a-z-]+)$/.exec(name)?.[1];
  if (data) document.documentElement.setAttribute(`data-${data}`, value);
}
