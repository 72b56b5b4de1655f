import { type ApiCall, type ApiDocument, resolved } from "./document.ts";

/** A command that can be pasted into a shell. */
export function exampleOf(call: ApiCall, document: ApiDocument): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sampleOf(call, document, name)),
  );
  const address = `${document.servers[0]?.url ?? ""}${path}`;
  const body = call.requestBody?.content["application/json"]?.schema;
  // What curl does by itself needs no flag.
  const method = call.method === (body ? "POST" : "GET") ? [] : [`-X ${call.method}`];
  const [example = {}] = asList(body && resolved(body, document).examples);
  const data = body ? [`-d ${quoted(JSON.stringify(example, null, 2))}`] : [];
  return ["curl", ...method, address, ...data].join(data.length + method.length > 0 ? " \\\n  " : " ");
}

function sampleOf({ parameters = [] }: ApiCall, document: ApiDocument, name: string): string {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const { examples = schema.examples, enum: values } = resolved(schema, document);
  const [sample = name] = asList(examples ?? values);
  return String(sample);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
