import { type ApiCall, type ApiDocument, resolved, type Schema } from "./document.ts";
import { exampleOf } from "./example.ts";
import { type Markup, markup, prose } from "./markup.ts";
import { fieldRow, typeOf } from "./schema-view.ts";

/** One call: what it takes, what it answers, and how to try it. `common` are answers every call may give. */
export function callView(call: ApiCall, document: ApiDocument, common: ReadonlySet<string>): Markup {
  const { operationId, method, summary, description, requestBody } = call;
  const body = requestBody?.content["application/json"]?.schema;
  const own = Object.entries(call.responses).filter(([status]) => !common.has(status));
  return markup`<article class="call" id="${operationId}">
<div class="says">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="line">${methodMark(method)} <code>${pathMark(call.path)}</code></p>
${description === undefined ? undefined : markup`<p>${prose(description)}</p>`}
${parametersView(call, document)}
${body && markup`<h4>Body</h4><p class="type">${typeOf(body)}</p>`}
<h4>Answers</h4>
<ul class="answers">
${own.map(([status, { description: text, content }]) => answerRow(status, text, content?.["application/json"]?.schema))}
</ul>
</div>
<div class="shows"><pre>${exampleOf(call, document)}</pre></div>
</article>
`;
}

export const methodMark = (method: string): Markup => markup`<b class="method ${method.toLowerCase()}">${method}</b>`;

export function answerRow(status: string, description: string, schema?: Schema): Markup {
  const kind = status.slice(0, 1);
  return markup`<li><b class="status s${kind}">${status}</b> <span>${prose(description)} ${schema && typeOf(schema)}</span></li>
`;
}

function parametersView({ parameters = [] }: ApiCall, document: ApiDocument): Markup | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, schema, required, description }) =>
    fieldRow({
      name,
      schema,
      isRequired: required,
      description: description ?? resolved(schema, document).description,
    }),
  );
  return markup`<h4>Parameters</h4>
<dl class="fields">${rows}</dl>`;
}

/** The parts a caller fills in stand out. */
const pathMark = (path: string): Markup =>
  markup`${path.split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? markup`<i>${part}</i>` : part))}`;
