import { type ApiCall, type ApiDocument, callsOf } from "./document.ts";
import { answerRow, callView, methodMark } from "./call-view.ts";
import { Markup, markup, prose } from "./markup.ts";
import { anchorOf, schemaView } from "./schema-view.ts";
import { STYLE } from "./style.ts";

/** The whole reference as one page that needs nothing else: no script, no font, no image, no other host. */
export function renderPage(document: ApiDocument): string {
  const calls = callsOf(document);
  const sections = document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ tags }) => tags[0] === tag.name) }))
    .filter((section) => section.calls.length > 0);
  const common = commonAnswers(calls);
  const { title } = document.info;

  return `<!doctype html>
${markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the calls</a>
${navigation(document, sections)}
<main id="content">
${introduction(document, common)}
${sections.map((section) => sectionView(section, document, new Set(common.keys())))}
<section id="schemas">
<h2>Schemas</h2>
<p class="lead">What goes in and out, by name.</p>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaView(name, schema))}
</section>
</main>
</body>
</html>
`.toString()}`;
}

interface Section {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly ApiCall[];
}

function navigation({ info, components }: ApiDocument, sections: readonly Section[]): Markup {
  return markup`<nav aria-label="Calls and schemas">
<a class="brand" href="#top">${info.title}</a>
<p class="version">${info.version}</p>
<ul>
${sections.map(
  ({ name, calls }) => markup`<li><a class="tag" href="#tag-${name}">${heading(name)}</a>
<ul>${calls.map(callLink)}</ul></li>
`,
)}
<li><a class="tag" href="#schemas">Schemas</a>
<ul>${Object.keys(components.schemas).map(schemaLink)}</ul></li>
</ul>
</nav>`;
}

const callLink = ({ operationId, method, summary }: ApiCall): Markup =>
  markup`<li><a href="#${operationId}">${methodMark(method)} <span>${summary}</span></a></li>`;

const schemaLink = (name: string): Markup => markup`<li><a href="#${anchorOf(name)}"><span>${name}</span></a></li>`;

function introduction({ info, servers }: ApiDocument, common: ReadonlyMap<string, string>): Markup {
  return markup`<header id="top">
<h1>${info.title}</h1>
<p class="lead">${prose(info.description)}</p>
<dl class="facts">
<div><dt>Address</dt><dd><code>${servers[0]?.url}</code></dd></div>
<div><dt>Machine-readable</dt><dd><a href="/api/openapi.json">openapi.json</a></dd></div>
<div><dt>Request id</dt><dd>Every answer has an <code>X-Request-Id</code>, yours or ours; the log knows it.</dd></div>
</dl>
<h2>Answers every call may give</h2>
<ul class="answers">${[...common].map(([status, text]) => answerRow(status, text))}</ul>
</header>`;
}

function sectionView(
  { name, description, calls }: Section,
  document: ApiDocument,
  common: ReadonlySet<string>,
): Markup {
  return markup`<section id="tag-${name}">
<h2>${heading(name)}</h2>
<p class="lead">${prose(description)}</p>
${calls.map((call) => callView(call, document, common))}
</section>
`;
}

/** Said once, at the top, instead of at every call. */
function commonAnswers(calls: readonly ApiCall[]): Map<string, string> {
  const [first] = calls;
  const shared = Object.entries(first?.responses ?? {}).filter(
    ([status]) => status >= "400" && calls.every(({ responses }) => status in responses),
  );
  return new Map(shared.map(([status, { description }]) => [status, description]));
}

const heading = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
