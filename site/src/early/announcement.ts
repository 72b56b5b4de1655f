import { read, write } from "./storage.ts";

const ID = "docusaurus.announcement.id";
const DISMISSED = "docusaurus.announcement.dismiss";
const root = document.documentElement;

/** Before the first paint, so that a bar that was closed does not flash. Another id is another announcement. */
export function recallAnnouncement(id: string): void {
  if (read(ID) !== id) {
    write(ID, id);
    write(DISMISSED, "false");
  }
  if (read(DISMISSED) === "true") root.dataset["announcement"] = "dismissed";
}

export function dismissAnnouncement(): void {
  write(DISMISSED, "true");
  root.dataset["announcement"] = "dismissed";
}
