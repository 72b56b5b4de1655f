import { type ApiDocument, type Operation, schemaOf } from "./document.ts";
import { faultsOf } from "./json-schema.ts";

/** An answer as it came over the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** All that is wrong with an answer to a call, by the document alone. */
export function faultsOfReply(operation: Operation, reply: Reply, { schemas }: Pick<ApiDocument, "schemas">): string[] {
  const documented = operation.responses[reply.status];
  if (!documented) return [`status ${reply.status} is not documented: ${reply.body}`];
  if (reply.status >= 400) return faultsOfError(reply);
  const schema = schemaOf(documented);
  if (schema) return faultsOfJson(reply).concat(faultsOf(JSON.parse(reply.body), schema, { schemas }));
  if (documented.content) return typeFault(reply, "text/plain");
  return reply.body === "" ? [] : [`a body where none is documented: ${reply.body}`];
}

function faultsOfJson(reply: Reply): string[] {
  const isOneLine = reply.body.endsWith("\n") && !reply.body.trimEnd().includes("\n");
  return [...typeFault(reply, "application/json"), ...(isOneLine ? [] : ["the JSON is not one line"])];
}

/** A stack, a path of ours, or the name of a part of ours. */
const INSIDES = /\n\s+at |\bat \S+ \(|node_modules|node:internal|\/src\/|\.ts:\d|\[object |ZodError|undefined|NaN/;

/** Errors are one line of plain text that says nothing of our insides. */
export function faultsOfError(reply: Reply): string[] {
  const line = reply.body.replace(/\n$/, "");
  return [
    ...typeFault(reply, "text/plain; charset=utf-8"),
    ...(reply.body.endsWith("\n") ? [] : ["no line break at the end"]),
    ...(line.trim() === line && line !== "" ? [] : [`empty, or spaces around it: ${JSON.stringify(reply.body)}`]),
    ...(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(line) ? [`not one plain line: ${JSON.stringify(reply.body)}`] : []),
    ...(INSIDES.test(line) ? [`tells of our insides: ${line}`] : []),
    ...(line.length <= 1000 ? [] : [`longer than anybody reads: ${line.length} characters`]),
  ];
}

function typeFault({ headers }: Reply, wanted: string): string[] {
  const type = headers.get("content-type");
  return type === wanted ? [] : [`the content type is ${type}, not ${wanted}`];
}

/** What every answer has, whatever it answers. */
export function faultsOfHeaders({ headers }: Reply): string[] {
  const wanted = {
    "x-request-id": /^[!-~]{1,128}$/,
    "x-content-type-options": /^nosniff$/,
    "cross-origin-resource-policy": /^same-origin$/,
    "cache-control": /^no-store$/,
  };
  return Object.entries(wanted)
    .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
    .map(([name]) => `the header ${name} is ${headers.get(name)}`);
}
