import { sampleOf } from "../reference-shape/sample.ts";
import type { Api, Operation, Parameter } from "./document.ts";

/** Names that read as what they stand for, where the shape has no example of its own. */
const NAMES: Readonly<Record<string, string>> = {
  WorkloadName: "fetch",
  GroupName: "default",
  SecretKey: "github-token",
};

/** A call as a line for a shell. It works as it is, where what it names exists. */
export function curlOf(operation: Operation, { server, schemas }: Pick<Api, "server" | "schemas">): string {
  const { method, path, parameters = [], requestBody } = operation;
  const valueOf = ({ schema }: Parameter): string => {
    const name = schema.$ref?.split("/").at(-1) ?? "";
    return encodeURIComponent(String(NAMES[name] ?? sampleOf(schema, schemas)));
  };
  const address = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, valueOf(parameter)), server + path);
  const flag = parameters.find((parameter) => parameter.in === "query" && parameter.schema.type === "boolean");
  const url = flag ? `"${address}?${flag.name}=true"` : address;
  const body = requestBody?.content["application/json"]?.schema;
  if (body) {
    const json = JSON.stringify(sampleOf(body, schemas), null, 2).replaceAll("'", String.raw`'\''`);
    return `curl${method === "post" ? "" : ` -X ${method.toUpperCase()}`} ${url} \\\n  --json '${json}'`;
  }
  return `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} ${url}`;
}
