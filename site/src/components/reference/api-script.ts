import { startApiList } from "./api-list.ts";

// Stands inside of the page, so that the list works before the client script is there.
const root = document.getElementById("api");
if (root) startApiList(root);
