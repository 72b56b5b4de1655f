import { code, codeBlock, escape, heading, prose } from "../reference-shape/html.ts";
import { type Schema, nameIn } from "../reference-shape/schema.ts";
import { type ShapeOptions, sameAs, shapeOf, typeOf } from "../reference-shape/shape.ts";
import { curlOf } from "./curl.ts";
import type { Answer, Api, Operation, Parameter } from "./document.ts";
import { operationId, schemaId, tagId } from "./ids.ts";
import { navigation } from "./navigation.ts";

const FAILURES_ID = "failures";

const shapes: ShapeOptions = { hrefOf: (name) => `#${schemaId(name)}` };

/** Everything below the page's introduction, as HTML that needs no script. `script` makes the list of calls move. */
export function apiPage(api: Api, script: string): string {
  const parts = [
    ...api.tags.filter(({ operations }) => operations.length > 0).map((tag) => tagSection(tag, api)),
    failures(api),
    schemaSection(api),
  ];
  const body = `<div class="api-body">${parts.join("")}</div>`;
  return `${navigation(api)}${body}<script>${script}</script>`;
}

function tagSection({ name, description, operations }: Api["tags"][number], api: Api): string {
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `${heading(2, tagId(name), title)}<p>${prose(description)}</p>${operations.map((call) => operationSection(call, api)).join("")}`;
}

function operationSection(call: Operation, api: Api): string {
  const { method, path, description, parameters = [], requestBody } = call;
  const body = requestBody?.content["application/json"]?.schema;
  return section([
    heading(3, operationId(call), call.summary),
    `<p class="call-line"><b class="verb verb-${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code></p>`,
    description ? `<p>${prose(description)}</p>` : "",
    parameters.length > 0 ? `<h4>Parameters</h4><dl class="fields">${parameters.map(parameterRow).join("")}</dl>` : "",
    body ? `<h4>Body</h4>${shapeHere(body, call, api)}` : "",
    ...Object.entries(call.responses)
      .filter(([status]) => status < "300")
      .map(([status, answer]) => success(status, answer, { call, api })),
    failuresOf(call, api),
    codeBlock("bash", curlOf(call, api)),
  ]);
}

/**
 * Until it comes near, a section is not laid out and has the height that it is given here. It is never less than the
 * real one, else what is inside would lie over the next one.
 */
function section(parts: readonly string[]): string {
  const inner = parts.join("");
  const height = 440 + 96 * (inner.match(/<dt>/g) ?? []).length;
  return `<section class="call" style="contain-intrinsic-size:auto ${height}px">${inner}</section>`;
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): string {
  const { default: byDefault } = schema;
  const notes = [
    description ? prose(description) : "",
    place === "path" ? "In the path." : "In the query.",
    byDefault === undefined ? "" : `<span class="limits">Default ${code(JSON.stringify(byDefault))}.</span>`,
  ];
  const mark = required ? " <b>required</b>" : "";
  return `<dt>${escape(name)}${mark}</dt><dd><em>${typeOf(schema, shapes)}</em> ${notes.filter(Boolean).join(" ")}</dd>`;
}

function success(status: string, { description, content }: Answer, at: { call: Operation; api: Api }): string {
  const schema = content?.["application/json"]?.schema;
  const isText = content !== undefined && "text/plain" in content;
  const text = schema || !isText ? prose(description) : `${prose(description)} Plain text.`;
  return `<h4>Answer ${status}</h4><p>${text}</p>${schema ? shapeHere(schema, at.call, at.api) : ""}`;
}

/** A shape where it is first needed; a link to it everywhere else. */
function shapeHere(schema: Schema, call: Operation, api: Api): string {
  const name = nameIn(schema);
  if (name === undefined) return shapeOf(schema, shapes);
  if (api.homes.get(name) !== call.operationId) return `<p class="kind">${typeOf(schema, shapes)}</p>`;
  return namedShape(name, api, "h5");
}

function namedShape(name: string, { schemas }: Api, tag: "h3" | "h5"): string {
  const schema = schemas[name] ?? {};
  const same = sameAs(schema, schemas);
  const about = schema.description && schema.properties ? `<p>${prose(schema.description)}</p>` : "";
  const fields = same
    ? `<p class="kind">The fields of <a href="#${schemaId(same.name)}">${same.name}</a>${same.without.length > 0 ? `, without ${same.without.map(code).join(" and ")}` : ""}.</p>`
    : shapeOf(schema, shapes);
  return `<${tag} class="shape-name" id="${schemaId(name)}">${escape(name)}</${tag}>${about}${fields}`;
}

function failuresOf({ responses }: Operation, { common }: Api): string {
  const all = Object.entries(responses).filter(([status]) => status >= "400");
  const own = all.filter(([status, { description }]) => common.get(status) !== description);
  const shared = all.filter((failure) => !own.includes(failure)).map(([status]) => status);
  const rows = own.map(([status, { description }]) => `<dt>${status}</dt><dd>${prose(description)}</dd>`).join("");
  const more =
    shared.length > 0 ? `<dt>${shared.join(" ")}</dt><dd><a href="#${FAILURES_ID}">what they mean</a></dd>` : "";
  return `<h4>Failures</h4><dl class="failures">${rows}${more}</dl>`;
}

function failures({ common }: Api): string {
  const rows = [...common].map(([status, text]) => `<dt>${status}</dt><dd>${prose(text)}</dd>`).join("");
  return `${heading(2, FAILURES_ID, "Failures that calls share")}<p>A failed call answers with one line of plain text that says what is wrong. Calls name these by their status alone.</p><dl class="failures">${rows}</dl>`;
}

function schemaSection(api: Api): string {
  const names = Object.keys(api.schemas).filter((name) => !api.homes.has(name));
  const list = names.map((name) => section([namedShape(name, api, "h3")])).join("");
  return `${heading(2, "schemas", "Shapes")}<p>What several calls take or give. The others stand at their calls.</p>${list}`;
}
