import { escape } from "../reference-shape/html.ts";
import type { Api, Operation } from "./document.ts";
import { operationId, schemaId } from "./ids.ts";

/** Short enough that all stand in one column. */
const SHORT: Readonly<Record<string, string>> = { delete: "DEL" };

/** The calls by tag, and the shapes. On narrow screens it opens over the page. */
export function navigation({ tags, schemas }: Api): string {
  const groups = tags
    .filter(({ operations }) => operations.length > 0)
    .map(({ name, operations }) => group(name, operations.map(operationLink), true));
  const shapes = group("shapes", Object.keys(schemas).map(schemaLink), false);
  return [
    '<button type="button" class="button api-open" popovertarget="api-nav">Calls</button>',
    '<nav class="api-nav" id="api-nav" popover aria-label="Calls">',
    '<input type="search" placeholder="Filter calls and shapes" aria-label="Filter calls and shapes" autocomplete="off" spellcheck="false">',
    '<p role="status"></p>',
    ...groups,
    shapes,
    "</nav>",
  ].join("");
}

function group(title: string, links: readonly string[], isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}><summary>${escape(title)}</summary><ul>${links.join("")}</ul></details>`;
}

function operationLink(call: Operation): string {
  const { method, summary, path } = call;
  const verb = `<b class="verb verb-${method}">${SHORT[method] ?? method.toUpperCase()}</b>`;
  // Who looks for a path finds it, though the list shows sentences.
  return `<li data-words="${escape(`${method} ${path}`)}"><a href="#${operationId(call)}">${verb}${escape(summary)}</a></li>`;
}

const schemaLink = (name: string): string => `<li><a href="#${schemaId(name)}">${escape(name)}</a></li>`;
