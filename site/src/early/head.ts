import { recallAnnouncement } from "./announcement.ts";
import { showChosenMode } from "./mode.ts";

/** Set when the site is built; empty without an announcement. */
declare const ANNOUNCEMENT_ID: string;

// Runs in the head of every page: whatever must be right at the first paint.
document.documentElement.dataset["script"] = "on";
showChosenMode();
if (ANNOUNCEMENT_ID) recallAnnouncement(ANNOUNCEMENT_ID);
for (const [name, value] of new URLSearchParams(location.search)) {
  const data = /^docusaurus-data-([a-z-]+)$/.exec(name)?.[1];
  if (data) document.documentElement.setAttribute(`data-${data}`, value);
}
